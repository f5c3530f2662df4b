/**
 * may_cite: whether a node may be evidence now.
 *
 * returns  false for withheld, deleted and quarantined memories and for withheld or invalid steps; true for the rest
 */
create or replace function emend.may_cite(p_tenant integer, p_node bigint) returns boolean
  language plpgsql stable as $$
begin
  return not exists (select from emend.step_state s where s.tenant_id = p_tenant and s.step_id = p_node)
     and not exists (select from emend.memory_state m
                      where m.tenant_id = p_tenant and m.memory_id = p_node and (m.is_withheld or m.status in ('deleted', 'quarantined')));
end $$;
comment on function emend.may_cite(integer, bigint) is 'Whether a node may be evidence now.';

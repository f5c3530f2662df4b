/**
 * may_cite: whether a node may be evidence now.
 *
 * returns  false for withheld, deleted and quarantined memories, for withheld or invalid steps and for what was erased; true for the rest
 */
create or replace function emend.may_cite(p_tenant integer, p_node bigint) returns boolean
  language plpgsql stable as $$
begin
  return not exists (select from emend.step_state s where s.tenant_id = p_tenant and s.step_id = p_node)
     and not exists (select from emend.memory_state m
                      where m.tenant_id = p_tenant and m.memory_id = p_node and (m.is_withheld or m.status in ('deleted', 'quarantined')))
     and not exists (select from emend.erased_node e where e.tenant_id = p_tenant and e.node_id = p_node);
end $$;
comment on function emend.may_cite(integer, bigint) is 'Whether a node may be evidence now.';

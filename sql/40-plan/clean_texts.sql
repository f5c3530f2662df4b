/**
 * clean_texts: contents of active memories outside the affected set (arm paper, rule R2).
 *
 * returns  contents in clock order
 */
create or replace function emend.clean_texts(p_tenant integer, p_affected bigint[]) returns table (content text)
  language plpgsql stable as $$
begin
  return query
    select m.content from emend.memory m
      join emend.memory_state s on s.tenant_id = p_tenant and s.memory_id = m.memory_id and s.status = 'active' and not s.is_withheld
     where m.tenant_id = p_tenant and m.memory_id not in (select unnest(p_affected))
     order by m.memory_id;
end $$;
comment on function emend.clean_texts(integer, bigint[]) is 'Contents of active memories outside the affected set.';

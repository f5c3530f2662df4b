/**
 * take_unsegmented: memories whose words nobody has cut yet, locked for this transaction; what another worker has taken is passed over.
 *
 * p_limit  how many at most
 * returns  oldest first
 */
create or replace function emend.take_unsegmented(p_tenant integer, p_limit integer)
  returns table (memory_id bigint, content text)
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp as $$
#variable_conflict use_column
begin
  if p_tenant is distinct from emend.need_tenant() then
    perform emend.refuse('no_tenant', 'the tenant asked for is not the tenant of the transaction');
  end if;
  return query
  select s.memory_id, m.content from emend.memory_search s
    join emend.memory m on m.tenant_id = p_tenant and m.memory_id = s.memory_id
   where s.tenant_id = p_tenant and not s.is_segmented
   order by s.memory_id limit p_limit for update of s skip locked;
end $$;
comment on function emend.take_unsegmented(integer, integer) is 'Memories whose words nobody has cut yet, locked.';

/**
 * take_unembedded: memories that have no embedding of a model yet, oldest first; nothing is locked, since nobody waits for a model under a lock.
 *
 * What was deleted or quarantined is passed over: its text travels no further.
 *
 * p_limit  how many at most
 */
create or replace function emend.take_unembedded(p_tenant integer, p_model text, p_limit integer)
  returns table (memory_id bigint, content text)
  language plpgsql stable security definer
  set search_path = pg_catalog, emend, public, pg_temp set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  if p_tenant is distinct from emend.need_tenant() then
    perform emend.refuse('no_tenant', 'the tenant asked for is not the tenant of the transaction');
  end if;
  return query
  select m.memory_id, m.content
    from emend.memory m
   where m.tenant_id = p_tenant
     and m.memory_id > coalesce((select p.checked_t from emend.embedding_progress p where p.tenant_id = p_tenant and p.model = p_model), 0)
     and exists (select from emend.memory_state s where s.tenant_id = p_tenant and s.memory_id = m.memory_id and s.status in ('active', 'superseded'))
     and not exists (select from emend.memory_embedding e where e.tenant_id = p_tenant and e.model = p_model and e.memory_id = m.memory_id)
   order by m.memory_id limit p_limit;
end $$;
comment on function emend.take_unembedded(integer, text, integer) is 'Memories that have no embedding of a model yet.';

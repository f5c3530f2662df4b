/**
 * phantom_reads: reads that a fault may have acted on by absence (arm facts).
 *
 * A read outside A0 returned nothing faulty. Yet it may have missed a good memory that the fault kept out of the store. These are the
 * reads after the fault that could have found such a memory: in their scope, older than they are, not among their results, and
 * resembling the question by a word or by trigrams. Only executing them again shows whether they would have (reexecute_reads),
 * so in doubt a read is listed: always where the question is in a script whose words Postgres cannot cut, and where it was asked by embeddings.
 *
 * p_from      reads younger than this tick
 * p_memories  good memories that the repair brings back; none give no rows, and cost nothing
 * p_affected  A0: its reads are executed again anyway
 * returns     internal ids, in no particular order
 */
create or replace function emend.phantom_reads(p_tenant integer, p_from bigint, p_memories bigint[], p_affected bigint[])
  returns setof bigint language plpgsql stable security definer
  set search_path = pg_catalog, emend, public, pg_temp
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  if p_tenant is distinct from emend.need_tenant() then
    perform emend.refuse('no_tenant', 'the tenant asked for is not the tenant of the transaction');
  elsif p_memories = '{}' then
    return;
  end if;
  return query
  select s.step_id
    from emend.step s
    join emend.node n on n.tenant_id = p_tenant and n.node_id = s.step_id
   where s.tenant_id = p_tenant and s.step_id > p_from and s.query_text is not null
     and s.step_id not in (select unnest(p_affected))
     and exists (
       select from emend.memory_search m
        where m.tenant_id = p_tenant and m.memory_id = any (p_memories)
          and m.memory_id < s.step_id and m.memory_id <> all (s.used_ids)
          and (s.query_scope ->> 'agent' is null or m.agent_id = s.query_scope ->> 'agent')
          and (m.user_id is null or m.user_id = coalesce(s.query_scope ->> 'user', n.user_id, m.user_id)
               or (s.query_scope ->> 'user' is null and exists (
                     select from unnest(s.used_ids) as u(id)
                       join emend.node r on r.tenant_id = p_tenant and r.node_id = u.id
                      where r.user_id <> n.user_id)))
          and (s.query_mode <> 'text'
               or s.query_text ~ '[^\u0001-\u024f]'
               or exists (select from unnest(tsvector_to_array(to_tsvector('simple', s.query_text))) as w(word)
                           where w.word = any (tsvector_to_array(m.words)) or w.word <% m.segments
                              or (not m.is_segmented and strpos(lower(m.segments), w.word) > 0))));
end $$;
comment on function emend.phantom_reads(integer, bigint, bigint[], bigint[]) is
  'Reads outside the affected set that could have found a good memory which the fault kept out of the store.';

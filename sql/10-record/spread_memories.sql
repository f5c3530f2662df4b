/**
 * spread_memories: memories of the tenant, evenly spread over its clock; by them a search tells what is rare.
 *
 * p_before  only memories older than this tick of the clock
 * p_count   how many at most, 2 and more
 * returns   in no particular order; one may come more than once
 */
create or replace function emend.spread_memories(p_tenant integer, p_before bigint, p_count integer default 128)
  returns table (memory_id bigint, words tsvector, segments text)
  language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  v_first bigint := (select min(m.memory_id) from emend.memory_search m where m.tenant_id = p_tenant and m.memory_id < p_before);
  v_last  bigint := (select max(m.memory_id) from emend.memory_search m where m.tenant_id = p_tenant and m.memory_id < p_before);
begin
  return query
  select m.memory_id, m.words, m.segments
    from generate_series(0, p_count - 1) as g(n)
   cross join lateral (
     select m.memory_id, m.words, m.segments from emend.memory_search m
      where m.tenant_id = p_tenant and m.memory_id >= v_first + (v_last - v_first) * g.n / (p_count - 1) and m.memory_id < p_before
      order by m.memory_id limit 1) m;
end $$;
comment on function emend.spread_memories(integer, bigint, integer) is 'Memories of the tenant, evenly spread over its clock.';

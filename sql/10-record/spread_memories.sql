/**
 * spread_memories: 128 memories of the tenant, evenly spread over its clock; by them a search tells what is rare.
 *
 * p_before  only memories older than this tick of the clock
 * returns   internal ids, in no particular order; one may come more than once
 */
create or replace function emend.spread_memories(p_tenant integer, p_before bigint) returns bigint[]
  language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return array(
    with ends as materialized (
      select min(m.memory_id) as first, max(m.memory_id) as last
        from emend.memory_search m where m.tenant_id = p_tenant and m.memory_id < p_before)
    select m.memory_id
      from ends cross join generate_series(0, 127) as g(n)
     cross join lateral (
       select m.memory_id from emend.memory_search m
        where m.tenant_id = p_tenant and m.memory_id >= ends.first + (ends.last - ends.first) * g.n / 127 and m.memory_id < p_before
        order by m.memory_id limit 1) m);
end $$;
comment on function emend.spread_memories(integer, bigint) is '128 memories of the tenant, evenly spread over its clock.';

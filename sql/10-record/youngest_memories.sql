/**
 * youngest_memories: the youngest memories that a user may look for, whatever their status.
 *
 * p_user    his and those without an owner; null = those of everybody
 * p_before  only memories older than this tick of the clock
 * returns   at most p_limit internal ids, in no particular order
 */
create or replace function emend.youngest_memories(p_tenant integer, p_user text, p_before bigint, p_limit integer) returns bigint[]
  language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  if p_user is null then
    return array(select m.memory_id from emend.memory_search m
                  where m.tenant_id = p_tenant and m.memory_id < p_before order by m.memory_id desc limit p_limit);
  end if;
  return array(
    select y.memory_id
      from ((select m.memory_id from emend.memory_search m
              where m.tenant_id = p_tenant and m.user_id = p_user and m.memory_id < p_before
              order by m.user_id desc, m.memory_id desc limit p_limit)
            union all
            (select m.memory_id from emend.memory_search m
              where m.tenant_id = p_tenant and m.user_id is null and m.memory_id < p_before
              order by m.user_id desc, m.memory_id desc limit p_limit)) y
     order by y.memory_id desc limit p_limit);
end $$;
comment on function emend.youngest_memories(integer, text, bigint, integer) is 'The youngest memories that a user may look for, whatever their status.';

/**
 * youngest_embedded: of the memories that a user may look for and that have an embedding, the 20,000 youngest, and some others.
 *
 * p_user     his and those without an owner; null = those of everybody
 * p_before   only memories older than this tick of the clock
 * p_include  also these, however young
 * returns    in no particular order, whatever their status
 */
create or replace function emend.youngest_embedded(p_tenant integer, p_model text, p_user text, p_before bigint, p_include bigint[])
  returns table (memory_id bigint, user_id text, agent_id text, embedded_t bigint, signs bit varying) language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
#variable_conflict use_column
begin
  return query
  select e.memory_id, e.user_id, e.agent_id, e.embedded_t, e.signs
    from unnest(p_include) as x(id)
   cross join lateral (select y.* from emend.memory_embedding y where y.tenant_id = p_tenant and y.model = p_model and y.memory_id = x.id offset 0) e
   where e.memory_id >= p_before;
  if p_user is null then
    return query
    select y.memory_id, y.user_id, y.agent_id, y.embedded_t, y.signs from emend.memory_embedding y
     where y.tenant_id = p_tenant and y.model = p_model and y.memory_id < p_before
     order by y.memory_id desc limit 20000;
  else
    return query
    select x.memory_id, x.user_id, x.agent_id, x.embedded_t, x.signs
      from ((select y.memory_id, y.user_id, y.agent_id, y.embedded_t, y.signs from emend.memory_embedding y
              where y.tenant_id = p_tenant and y.model = p_model and y.user_id = p_user and y.memory_id < p_before
              order by y.user_id desc, y.memory_id desc limit 20000)
            union all
            (select y.memory_id, y.user_id, y.agent_id, y.embedded_t, y.signs from emend.memory_embedding y
              where y.tenant_id = p_tenant and y.model = p_model and y.user_id is null and y.memory_id < p_before
              order by y.user_id desc, y.memory_id desc limit 20000)) x
     order by x.memory_id desc limit 20000;
  end if;
end $$;
comment on function emend.youngest_embedded(integer, text, text, bigint, bigint[]) is
  'Of the memories that a user may look for and that have an embedding, the 20,000 youngest.';

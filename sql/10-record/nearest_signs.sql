/**
 * nearest_signs: the memories whose embeddings have the most signs in common with a question, whatever their status: of the 20,000 youngest
 * embedded ones that a user may look for, and of some others.
 *
 * p_user ... p_exclude  see search_memories; p_include: also these, however young. What was embedded later than p_before was not seen then
 * p_signs    of the question; embeddings of another length are of another space
 * p_limit    how many at most
 * returns    by signs in common, then by clock
 */
create or replace function emend.nearest_signs(
    p_tenant integer, p_model text, p_user text, p_agent text, p_before bigint, p_include bigint[], p_exclude bigint[], p_signs bit varying, p_limit integer)
  returns bigint[] language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  v_before constant bigint := coalesce(p_before, 9223372036854775807);
begin
  if p_user is null then
    return array(
      select e.memory_id
        from ((select y.memory_id, y.agent_id, y.embedded_t, y.signs from emend.memory_embedding y
                where y.tenant_id = p_tenant and y.model = p_model and y.memory_id < v_before
                order by y.memory_id desc limit 20000)
              union all
              select y.memory_id, y.agent_id, y.embedded_t, y.signs
                from unnest(p_include) as x(id)
               cross join lateral (select m.* from emend.memory_embedding m where m.tenant_id = p_tenant and m.model = p_model and m.memory_id = x.id offset 0) y
               where y.memory_id >= v_before) e
       where length(e.signs) = length(p_signs) and (e.embedded_t < v_before or e.memory_id = any (p_include))
         and (p_agent is null or e.agent_id = p_agent) and e.memory_id <> all (p_exclude)
       order by bit_count(e.signs # p_signs), e.memory_id limit p_limit);
  end if;
  return array(
    select e.memory_id
      from ((select x.memory_id, x.agent_id, x.embedded_t, x.signs
               from ((select y.memory_id, y.user_id, y.agent_id, y.embedded_t, y.signs from emend.memory_embedding y
                       where y.tenant_id = p_tenant and y.model = p_model and y.user_id = p_user and y.memory_id < v_before
                       order by y.user_id desc, y.memory_id desc limit 20000)
                     union all
                     (select y.memory_id, y.user_id, y.agent_id, y.embedded_t, y.signs from emend.memory_embedding y
                       where y.tenant_id = p_tenant and y.model = p_model and y.user_id is null and y.memory_id < v_before
                       order by y.user_id desc, y.memory_id desc limit 20000)) x
              order by x.memory_id desc limit 20000)
            union all
            select y.memory_id, y.agent_id, y.embedded_t, y.signs
              from unnest(p_include) as x(id)
             cross join lateral (select m.* from emend.memory_embedding m where m.tenant_id = p_tenant and m.model = p_model and m.memory_id = x.id offset 0) y
             where y.memory_id >= v_before and (y.user_id is null or y.user_id = p_user)) e
     where length(e.signs) = length(p_signs) and (e.embedded_t < v_before or e.memory_id = any (p_include))
       and (p_agent is null or e.agent_id = p_agent) and e.memory_id <> all (p_exclude)
     order by bit_count(e.signs # p_signs), e.memory_id limit p_limit);
end $$;
comment on function emend.nearest_signs(integer, text, text, text, bigint, bigint[], bigint[], bit varying, integer) is
  'The memories whose embeddings have the most signs in common with a question.';

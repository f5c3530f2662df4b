/**
 * nearest_memories: the memories whose embeddings are nearest to that of a question.
 *
 * Of the 20,000 youngest embedded ones in scope, the 128 (or five times as many as asked for) with the most signs in common that can be
 * found; of these, the distance is measured. It is exact where fewer are in scope, and the same whenever it is done again.
 *
 * p_embedding  as the model gave it; p_before ... p_exclude: see search_memories. What was embedded later than p_before was not seen then
 * found_ids    at most p_k, by similarity, then by clock; found_scores beside them
 * looked_at    all whose distance was measured: without one of them another would have been
 */
create or replace function emend.nearest_memories(
    p_tenant integer, p_model text, p_embedding real[], p_k integer, p_user text, p_agent text, p_session bigint, p_before bigint,
    p_include bigint[], p_exclude bigint[],
    out found_ids bigint[], out found_scores double precision[], out looked_at bigint[])
  language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off
as $$
declare
  v_unit   constant real[] := emend.unit_embedding(p_embedding);
  v_signs  constant bit varying := emend.embedding_signs(v_unit);
  v_before constant bigint := coalesce(p_before, 9223372036854775807);
begin
  if p_session is not null then
    looked_at := array(
      select e.memory_id
        from emend.node n
       cross join lateral (
         select y.memory_id, y.user_id, y.agent_id, y.embedded_t, y.signs from emend.memory_embedding y
          where y.tenant_id = p_tenant and y.model = p_model and y.memory_id = n.node_id and length(y.signs) = length(v_signs) offset 0) e
       where n.tenant_id = p_tenant and n.session_id = p_session and n.kind = 'memory'
         and (e.embedded_t < v_before or e.memory_id = any (p_include))
         and emend.is_in_scope(e.memory_id, e.user_id, e.agent_id, p_user, p_agent, p_before, p_include, p_exclude)
         and emend.is_found(p_tenant, e.memory_id, null, p_include)
       order by bit_count(e.signs # v_signs), e.memory_id limit greatest(128, least(1000, 5 * p_k)));
  else
    looked_at := array(
      select b.memory_id
        from (select e.memory_id
                from (select y.memory_id, y.user_id, y.agent_id, y.embedded_t, y.signs
                        from emend.youngest_embedded(p_tenant, p_model, p_user, v_before, p_include) y) e
               where length(e.signs) = length(v_signs) and (e.embedded_t < v_before or e.memory_id = any (p_include))
                 and emend.is_in_scope(e.memory_id, e.user_id, e.agent_id, p_user, p_agent, p_before, p_include, p_exclude)
               order by bit_count(e.signs # v_signs), e.memory_id offset 0) b
       where emend.is_found(p_tenant, b.memory_id, null, p_include) limit greatest(128, least(1000, 5 * p_k)));
  end if;
  select coalesce(array_agg(f.memory_id), '{}'), coalesce(array_agg(f.similarity), '{}') into found_ids, found_scores
    from (select s.memory_id, s.similarity from emend.similarities(p_tenant, p_model, looked_at, v_unit) s
           order by s.similarity desc, s.memory_id limit p_k) f;
end $$;
comment on function emend.nearest_memories(integer, text, real[], integer, text, text, bigint, bigint, bigint[], bigint[]) is
  'The memories whose embeddings are nearest to that of a question.';

/**
 * set_embeddings: store the embeddings of memories, and how far the model is.
 *
 * A memory that went while the model thought is passed over, and one that another worker has done. A pass that comes to the end notes the
 * youngest memory that no older one can still appear behind: recorded half a minute ago, with nothing left before it.
 *
 * p_memories  JSON array of {id, embedding, failure}: an array of numbers, or why there is none
 * returns     how many were stored
 */
create or replace function emend.set_embeddings(p_tenant integer, p_model text, p_memories jsonb) returns integer
  language plpgsql security definer
  set search_path = pg_catalog, emend, public, pg_temp set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_count integer;
  v_settled bigint;
  v_left bigint;
begin
  if p_tenant is distinct from emend.need_tenant() then
    perform emend.refuse('no_tenant', 'the tenant asked for is not the tenant of the transaction');
  end if;
  insert into emend.memory_embedding (tenant_id, model, memory_id, user_id, agent_id, embedded_t, signs, embedding, failure)
  select p_tenant, p_model, s.memory_id, s.user_id, s.agent_id, nextval('emend.node_id_seq'), emend.embedding_signs(e.unit), e.unit,
         case when e.unit is null then coalesce(e.failure, 'no direction') end
    from (select x.id, x.failure, emend.unit_embedding(x.embedding) as unit
            from jsonb_to_recordset(p_memories) as x(id bigint, embedding real[], failure text) offset 0) e
    join emend.memory_search s on s.tenant_id = p_tenant and s.memory_id = e.id
      on conflict do nothing;
  get diagnostics v_count = row_count;
  v_settled := (select n.node_id from emend.memory m join emend.node n on n.tenant_id = p_tenant and n.node_id = m.memory_id
                 where m.tenant_id = p_tenant and n.recorded_at < now() - interval '30 seconds' order by m.memory_id desc limit 1);
  v_left := (select u.memory_id from emend.take_unembedded(p_tenant, p_model, 1) u);
  insert into emend.embedding_progress as p (tenant_id, model, checked_t)
  values (p_tenant, p_model, least(coalesce(v_settled, 0), coalesce(v_left, 9223372036854775807) - 1))
      on conflict (tenant_id, model) do update set checked_t = greatest(p.checked_t, excluded.checked_t);
  return v_count;
end $$;
comment on function emend.set_embeddings(integer, text, jsonb) is 'Store the embeddings of memories, and how far the model is.';

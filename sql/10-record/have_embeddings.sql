/**
 * have_embeddings: whether all of some memories that a user may look for have an embedding.
 *
 * p_dimensions  with as many dimensions
 * p_user        others' memories are not asked for; null = all are
 */
create or replace function emend.have_embeddings(p_tenant integer, p_model text, p_dimensions integer, p_ids bigint[], p_user text) returns boolean
  language plpgsql stable security definer
  set search_path = pg_catalog, emend, public, pg_temp set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  if p_tenant is distinct from emend.need_tenant() then
    perform emend.refuse('no_tenant', 'the tenant asked for is not the tenant of the transaction');
  end if;
  return not exists (
    select from unnest(p_ids) as x(id)
     cross join lateral (select s.user_id from emend.memory_search s where s.tenant_id = p_tenant and s.memory_id = x.id offset 0) s
     where (p_user is null or s.user_id is null or s.user_id = p_user)
       and not exists (select from emend.memory_embedding e
                        where e.tenant_id = p_tenant and e.model = p_model and e.memory_id = x.id and length(e.signs) = p_dimensions));
end $$;
comment on function emend.have_embeddings(integer, text, integer, bigint[], text) is
  'Whether all of some memories that a user may look for have an embedding.';

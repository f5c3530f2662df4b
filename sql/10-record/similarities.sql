/**
 * similarities: how near the embeddings of memories are to one, cosine of the angle, -1 to 1, in millionths.
 *
 * pgvector measures where the server has it, else Postgres does: the same numbers, ten times slower. None is asked for an approximate index,
 * because a read that is executed again must find the same.
 *
 * p_embedding  of length 1, with as many dimensions as theirs
 * returns      in no particular order
 */
create or replace function emend.similarities(p_tenant integer, p_model text, p_ids bigint[], p_embedding real[])
  returns table (memory_id bigint, similarity double precision) language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
begin
  if to_regtype('public.vector') is not null and cardinality(p_embedding) <= 16000 then
    return query execute
      'select e.memory_id, round((- (e.embedding::public.vector <#> $4::public.vector))::numeric, 6)::double precision
         from unnest($3) as x(id)
        cross join lateral (select m.memory_id, m.embedding from emend.memory_embedding m
                             where m.tenant_id = $1 and m.model = $2 and m.memory_id = x.id offset 0) e'
      using p_tenant, p_model, p_ids, p_embedding;
    return;
  end if;
  return query
  select e.memory_id, s.similarity
    from unnest(p_ids) as x(id)
   cross join lateral (select m.memory_id, m.embedding from emend.memory_embedding m
                        where m.tenant_id = p_tenant and m.model = p_model and m.memory_id = x.id offset 0) e
   cross join lateral (select round(sum(d.a::double precision * d.b)::numeric, 6)::double precision as similarity from unnest(e.embedding, p_embedding) as d(a, b)) s;
end $$;
comment on function emend.similarities(integer, text, bigint[], real[]) is 'How near the embeddings of memories are to one.';

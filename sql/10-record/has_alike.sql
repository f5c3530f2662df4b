/** has_alike: whether one of some memories has a word that begins as p_begin says, or shares many trigrams with p_word; null = not asked. */
create or replace function emend.has_alike(p_tenant integer, p_ids bigint[], p_word text, p_begin tsquery) returns boolean
  language plpgsql stable
  set pg_trgm.word_similarity_threshold = 0.4
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return exists (
    select from unnest(p_ids) as x(id)
     cross join lateral (
       select s.words, s.segments from emend.memory_search s where s.tenant_id = p_tenant and s.memory_id = x.id offset 0) m
     where m.words @@ p_begin or p_word <% m.segments);
end $$;
comment on function emend.has_alike(integer, bigint[], text, tsquery) is 'Whether one of some memories has a word like another.';

/**
 * ranked_by_words: the memories that answer a question best by their words, then by what resembles them.
 *
 * Words first, by Postgres text search: a memory that has more of the question's words comes first, words with a digit (order numbers, dates,
 * amounts) count three times, then the one that says little else, then the older. Where words find fewer than p_k, their beginnings
 * fill up (inflected words); rows whose words a worker has not cut yet are looked through for the letters. Where nothing has a
 * word of the question, as if it were misspelt, what resembles it by its beginning or by trigrams is ranked beside what has the
 * others, and the two lists are fused by reciprocal rank.
 *
 * p_words      distinct words of a question, see search_memories
 * p_k          how many are wanted; fewer are filled up
 * p_depth      how many at most, p_k or more
 * p_session    internal id of a session whose memories are meant; null = any
 * p_user ...   see search_memories
 * found_ids    best first; found_scores beside them: 1 and more came by words, above a half by their beginnings, above 0.04 by trigrams; where
 *              two lists are fused, all are at most 2/61
 * considered   what else took part where two lists were fused; without one of them the order might be another
 */
create or replace function emend.ranked_by_words(
    p_tenant integer, p_words text[], p_k integer, p_depth integer, p_user text, p_agent text, p_session bigint, p_before bigint,
    p_include bigint[], p_exclude bigint[],
    out found_ids bigint[], out found_scores double precision[], out considered bigint[])
  language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  v_more_ids bigint[];
  v_unknown text[];
  v_scale double precision := 1;  -- what only resembles the question stays behind what was fused
begin
  considered := '{}';
  select b.found_ids, b.found_scores, b.unknown into found_ids, found_scores, v_unknown
    from emend.best_by_words(p_tenant, p_words, p_depth, p_user, p_agent, p_session, p_before, p_include, p_exclude) b;

  if cardinality(v_unknown) > 0 and cardinality(found_ids) > 0 then
    select coalesce(array_agg(r.memory_id), '{}') into v_more_ids
      from emend.resembling_memories(p_tenant, p_words, v_unknown, v_unknown, p_depth, p_user, p_agent, p_session, p_before, p_include, p_exclude) r;
    if v_more_ids <> '{}' then
      v_scale := 0.0009;
      considered := found_ids || v_more_ids;
      select f.ids, f.scores into found_ids, found_scores from emend.fuse_ranks(found_ids, v_more_ids, p_depth) f;
      considered := array(select distinct c.id from unnest(considered) as c(id) where c.id <> all (found_ids));
    end if;
  end if;
  if cardinality(found_ids) < p_k then
    select found_ids || coalesce(array_agg(r.memory_id), '{}'), found_scores || coalesce(array_agg(r.score * v_scale), '{}') into found_ids, found_scores
      from emend.resembling_memories(
             p_tenant, p_words, p_words, v_unknown, p_k - cardinality(found_ids), p_user, p_agent, p_session, p_before, p_include, p_exclude || found_ids) r;
  end if;
end $$;
comment on function emend.ranked_by_words(integer, text[], integer, integer, text, text, bigint, bigint, bigint[], bigint[]) is
  'The memories that answer a question best by their words, then by what resembles them.';

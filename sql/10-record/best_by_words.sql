/**
 * best_by_words: the memories that have the most of a question's words.
 *
 * Looked at are the 1,000 youngest in scope, and of the older ones those that have something of the question that few memories have
 * (telling_terms), the most telling first, until there are 1,000 of them: so a word of all memories never costs a look at all of them. Whose in
 * scope are fewer, all are looked at.
 *
 * p_words       distinct words
 * p_session     internal id of a session whose memories are meant, all of them; null = any
 * p_k ... p_exclude  see search_memories
 * found_ids     at most p_k, by score, see word_score, then by clock; found_scores beside them
 * unknown       words that nothing that was looked at has
 */
create or replace function emend.best_by_words(
    p_tenant integer, p_words text[], p_k integer, p_user text, p_agent text, p_session bigint, p_before bigint, p_include bigint[], p_exclude bigint[],
    out found_ids bigint[], out found_scores double precision[], out unknown text[])
  language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  v_before   constant bigint := coalesce(p_before, 9223372036854775807);
  v_question record;
  v_named    bigint[] := p_include;  -- looked at whatever words they have: the session's, and those to include
  v_terms    tsquery[] := '{}';      -- what is looked up among the older ones
  v_term     tsquery;
  v_ids      bigint[];
  v_scores   double precision[];
  v_older    bigint := 0;
begin
  select string_agg(emend.query_term(w), ' | ')::tsquery as has_any, string_agg(emend.query_term(w), ' | ') filter (where w ~ '[0-9]')::tsquery as has_code,
         count(*)::double precision as size, 2.0 * count(*) filter (where w ~ '[0-9]') as code_size
    into v_question from unnest(p_words) w;
  if p_session is not null then
    v_named := array(select n.node_id from emend.node n where n.tenant_id = p_tenant and n.session_id = p_session and n.kind = 'memory');
  elsif emend.has_more_memories(p_tenant, p_user, v_before) then
    v_terms := emend.telling_terms(p_tenant, p_words, v_before);
  end if;

  with having_any as materialized (
    select m.memory_id, m.words
      from (select y.memory_id, y.user_id, y.agent_id, y.words
              from emend.youngest_with_words(p_tenant, p_user, v_before, v_question.has_any) y where p_session is null
            union all
            select s.memory_id, s.user_id, s.agent_id, s.words
              from unnest(v_named) as x(id)
             cross join lateral (
               select s.memory_id, s.user_id, s.agent_id, s.words from emend.memory_search s
                where s.tenant_id = p_tenant and s.memory_id = x.id and s.words @@ v_question.has_any offset 0) s) m
     where emend.is_in_scope(m.memory_id, m.user_id, m.agent_id, p_user, p_agent, p_before, p_include, p_exclude))
  select array_agg(h.memory_id), array_agg(emend.word_score(h.words, v_question.has_any, v_question.has_code, v_question.size, v_question.code_size)),
         array(select w.word from (select w as word, emend.query_term(w)::tsquery as term from unnest(p_words) w offset 0) w
                where not exists (select from having_any h where h.words @@ w.term))
    into found_ids, found_scores, unknown
    from having_any h;

  foreach v_term in array v_terms loop
    with having_term as materialized (
      select s.memory_id, s.words from emend.memory_search s
       where (s.tenant_id = p_tenant) is true  -- the keys of the tenant are no way in: few memories have the terms
         and s.words @@ v_term
         and emend.is_in_scope(s.memory_id, s.user_id, s.agent_id, p_user, p_agent, p_before, p_include, p_exclude))
    select array_agg(h.memory_id), array_agg(emend.word_score(h.words, v_question.has_any, v_question.has_code, v_question.size, v_question.code_size)),
           v_older + count(*),
           array(select w.word from (select w as word, emend.query_term(w)::tsquery as term from unnest(unknown) w offset 0) w
                  where not exists (select from having_term h where h.words @@ w.term))
      into v_ids, v_scores, v_older, unknown
      from having_term h;
    found_ids := found_ids || v_ids;
    found_scores := found_scores || v_scores;
    exit when v_older >= 1000;
  end loop;

  select coalesce(array_agg(f.memory_id), '{}'), coalesce(array_agg(f.score), '{}') into found_ids, found_scores
    from (select b.memory_id, b.score
            from (select l.memory_id, max(l.score) as score from unnest(found_ids, found_scores) as l(memory_id, score)
                   group by l.memory_id order by score desc, l.memory_id offset 0) b
           where emend.is_found(p_tenant, b.memory_id, null, p_include) limit p_k) f;
end $$;
comment on function emend.best_by_words(integer, text[], integer, text, text, bigint, bigint, bigint[], bigint[]) is
  'The memories that have the most of a question''s words.';

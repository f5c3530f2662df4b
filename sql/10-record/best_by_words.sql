/**
 * best_by_words: the memories that have the most of a question's words.
 *
 * Looked at are the 1,000 youngest in scope, and of the older ones those that have something of the question that few memories have
 * (telling_terms): so a word of all memories never costs a look at all of them. Whose in scope are 1,000 or fewer, all are looked at.
 *
 * p_words       distinct words
 * p_session     internal id of a session whose memories are meant, all of them; null = any
 * p_k ... p_exclude  see search_memories
 * returns       at most p_k rows by score, see word_score, then by clock
 */
create or replace function emend.best_by_words(
    p_tenant integer, p_words text[], p_k integer, p_user text, p_agent text, p_session bigint, p_before bigint, p_include bigint[], p_exclude bigint[])
  returns table (memory_id bigint, score double precision)
  language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  c_youngest constant integer := 1000;
  v_before   constant bigint := coalesce(p_before, 9223372036854775807);
  v_question record;
  v_near     bigint[];   -- looked at because they are young, named or of the session
  v_terms    tsquery;
begin
  select string_agg(q.term, ' | ')::tsquery as has_any, string_agg(q.term, ' | ') filter (where q.has_digit)::tsquery as has_code,
         count(*)::double precision as size, 2.0 * count(*) filter (where q.has_digit) as code_size
    into v_question
    from (select '''' || replace(replace(w, '\', '\\'), '''', '''''') || '''' as term, w ~ '[0-9]' as has_digit from unnest(p_words) w) q;

  if p_session is not null then
    v_near := array(select n.node_id from emend.node n where n.tenant_id = p_tenant and n.session_id = p_session and n.kind = 'memory');
  else
    v_near := emend.youngest_memories(p_tenant, p_user, v_before, c_youngest);
    if cardinality(v_near) = c_youngest then
      v_terms := emend.telling_terms(p_tenant, p_words, p_before);
    end if;
    v_near := array(select unnest(v_near) union select unnest(p_include));
  end if;

  return query
  with best as (
    select m.memory_id, emend.word_score(m.words, v_question.has_any, v_question.has_code, v_question.size, v_question.code_size) as score
      from (select s.memory_id, s.user_id, s.agent_id, s.words
              from unnest(v_near) as x(id)
             cross join lateral (
               select s.memory_id, s.user_id, s.agent_id, s.words from emend.memory_search s
                where s.tenant_id = p_tenant and s.memory_id = x.id and s.words @@ v_question.has_any offset 0) s
            union
            select s.memory_id, s.user_id, s.agent_id, s.words from emend.memory_search s
             where (s.tenant_id = p_tenant) is true  -- the keys of the tenant are no way in: few memories have the terms
               and s.words @@ v_terms) m
     where emend.is_in_scope(m.memory_id, m.user_id, m.agent_id, p_user, p_agent, p_before, p_include, p_exclude)
     order by score desc, m.memory_id offset 0)
  select b.memory_id, b.score from best b where emend.is_found(p_tenant, b.memory_id, null, p_include) limit p_k;
end $$;
comment on function emend.best_by_words(integer, text[], integer, text, text, bigint, bigint, bigint[], bigint[]) is
  'The memories that have the most of a question''s words.';

/**
 * resembling_memories: memories whose words are not those of a question, but like them.
 *
 * A word is like another that begins as it does, up to two letters from its end (inflections), that has six in ten of its trigrams in a row, or as
 * a whole shares four in ten with it (one letter wrong, in a word of six). Words with a digit resemble nothing: order 4711 is not order
 * 4712; nor do words of three letters. In memories whose words nobody has cut yet (Chinese of plain SQL writers is one long word) the
 * letters may stand anywhere; the 2,000 youngest of these are looked through.
 *
 * All that the indexes name is looked at, except for words that are like those of many memories, one of 32: of these, the 1,000 youngest in scope.
 *
 * p_words     all words of the question, for the score
 * p_look_for  those whose beginnings and letters are looked for
 * p_misspelt  those of them that may be misspelt: these are compared by trigrams, where nothing begins as they do
 * p_session ... p_exclude  see best_by_words
 * returns     at most p_k rows that can be found, best first; score: how many of the words a memory has nearly, 0 to 1; it is above a half for
 *             one that has a word's beginning or letters, and below for the others
 */
create or replace function emend.resembling_memories(
    p_tenant integer, p_words text[], p_look_for text[], p_misspelt text[], p_k integer, p_user text, p_agent text, p_session bigint, p_before bigint,
    p_include bigint[], p_exclude bigint[])
  returns table (memory_id bigint, score double precision)
  language plpgsql stable
  set pg_trgm.word_similarity_threshold = 0.4
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_before constant bigint := coalesce(p_before, 9223372036854775807);
  v_words  constant text[] := array(select w from unnest(p_words) w where w !~ '[0-9]');
  v_begins constant tsquery := (
    select string_agg(emend.query_term(left(w, greatest(4, length(w) - 2))) || ':*', ' | ')::tsquery from unnest(p_look_for) w where length(w) > 3 and w !~ '[0-9]');
  v_ids    bigint[];
  v_found  bigint[];   -- for one word
  v_near   bigint[];
  v_sample bigint[];
  v_word   text;
  v_begin  tsquery;
begin
  v_ids := array(
    select u.memory_id
      from (select t.memory_id, t.segments from emend.memory_search t
             where t.tenant_id = p_tenant and not t.is_segmented order by t.memory_id desc limit 2000) u
     where exists (select from unnest(p_look_for) w where w !~ '[0-9]' and strpos(lower(u.segments), w) > 0));
  if v_begins is null and v_ids = '{}' then
    return;
  elsif p_session is not null then
    v_near := array(select n.node_id from emend.node n where n.tenant_id = p_tenant and n.session_id = p_session and n.kind = 'memory');
  else
    v_near := array(select y.memory_id from emend.youngest_with_words(p_tenant, p_user, v_before, null) y);
  end if;
  v_sample := case when cardinality(v_near) = 1000 then emend.spread_memories(p_tenant, v_before) else v_near end;
  v_sample := array(select x.id from unnest(v_sample) with ordinality as x(id, n) where x.n % greatest(1, cardinality(v_sample) / 32) = 0);
  v_near := v_near || p_include;
  for v_word in select w from unnest(p_look_for) w where length(w) > 3 and w !~ '[0-9]' loop
    v_begin := (emend.query_term(left(v_word, greatest(4, length(v_word) - 2))) || ':*')::tsquery;
    if emend.has_alike(p_tenant, v_sample, null, v_begin) then
      v_found := array(
        select m.memory_id from unnest(v_near) as x(id)
         cross join lateral (
           select s.memory_id from emend.memory_search s where s.tenant_id = p_tenant and s.memory_id = x.id and s.words @@ v_begin offset 0) m);
    else
      v_found := array(select s.memory_id from emend.memory_search s where (s.tenant_id = p_tenant) is true and s.words @@ v_begin);
    end if;
    if v_found = '{}' and v_word = any (p_misspelt) then
      if emend.has_alike(p_tenant, v_sample, v_word, null) then
        v_found := array(
          select m.memory_id from unnest(v_near) as x(id)
           cross join lateral (
             select s.memory_id from emend.memory_search s where s.tenant_id = p_tenant and s.memory_id = x.id and v_word <% s.segments offset 0) m);
      else
        v_found := array(select s.memory_id from emend.memory_search s where (s.tenant_id = p_tenant) is true and v_word <% s.segments);
      end if;
    end if;
    v_ids := v_ids || v_found;
  end loop;

  return query
  with best as (
    select m.memory_id,
           case when coalesce(m.words @@ v_begins, false) or not m.is_segmented then 0.5 else 0 end
             + 0.49 * emend.resemblance(v_words, m.segments, not m.is_segmented) / cardinality(p_words) as score
      from (select distinct unnest(v_ids) as id) x
     cross join lateral (
       select s.memory_id, s.user_id, s.agent_id, s.words, s.segments, s.is_segmented from emend.memory_search s
        where s.tenant_id = p_tenant and s.memory_id = x.id offset 0) m
     where emend.is_in_scope(m.memory_id, m.user_id, m.agent_id, p_user, p_agent, p_before, p_include, p_exclude)
       and (m.words @@ v_begins or not m.is_segmented
            or exists (select from unnest(p_misspelt) w
                        where length(w) > 3 and w !~ '[0-9]'
                          and (public.word_similarity(w, m.segments) >= 0.6
                               or exists (select from unnest(tsvector_to_array(m.words)) h where public.similarity(w, h) >= 0.4))))
     order by score desc, m.memory_id offset 0)
  select b.memory_id, b.score from best b where b.score > 0 and emend.is_found(p_tenant, b.memory_id, p_session, p_include) limit p_k;
end $$;
comment on function emend.resembling_memories(integer, text[], text[], text[], integer, text, text, bigint, bigint, bigint[], bigint[]) is
  'Memories whose words are like those of a question.';

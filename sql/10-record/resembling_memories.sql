/**
 * resembling_memories: memories whose words are not those of a question, but like them.
 *
 * A word is like another that begins as it does, up to two letters from its end (inflections). Where nothing begins as it does, it is like one
 * that has one letter wrong, missing or too many, or two exchanged (misspellings), or that has six in ten of its trigrams in a row, or as a whole
 * shares four in ten with it. Words with a digit resemble nothing: order 4711 is not order 4712; nor do words of three letters. In
 * memories whose words nobody has cut yet (Chinese of plain SQL writers is one long word) the letters may stand anywhere; the 2,000
 * youngest of these are looked through.
 *
 * Looked at are all memories that the indexes name: by the beginning of a word, or by the half of a misspelt one that is not wrong. Where one of 64
 * memories has that, the 1,000 youngest in scope. By trigrams alone only the 100 youngest are compared, where nothing else is found.
 *
 * p_words     all words of the question, for the score
 * p_look_for  those whose beginnings and letters are looked for
 * p_misspelt  those of them that may be misspelt
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
  v_looked constant text[] := array(select w from unnest(p_look_for) w where length(w) > 3 and w !~ '[0-9]');
  v_begins constant tsquery := (select string_agg(emend.word_begin(w), ' | ')::tsquery from unnest(v_looked) w);
  v_sample text[];    -- texts of the tenant: what one of them has, many have
  v_named  bigint[] := p_include;
  v_ids    bigint[];
  v_found  bigint[];  -- for one word
  v_wrong  text;
  v_wrongs text[] := '{}';
  v_parts  text[];
  v_rare   text;
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
    v_named := v_named || array(select n.node_id from emend.node n where n.tenant_id = p_tenant and n.session_id = p_session and n.kind = 'memory');
  else
    v_sample := array(select s.segments from emend.spread_memories(p_tenant, v_before, 64) s);
  end if;
  foreach v_word in array v_looked loop
    v_begin := emend.word_begin(v_word)::tsquery;
    if p_session is not null or exists (select from unnest(v_sample) t where to_tsvector('simple', t) @@ v_begin) then
      v_found := emend.near_like(p_tenant, v_named, p_session is null, p_user, v_before, v_begin, null, null);
    else
      v_found := array(select s.memory_id from emend.memory_search s where (s.tenant_id = p_tenant) is true and s.words @@ v_begin);
    end if;
    if v_found = '{}' and v_word = any (p_misspelt) then
      v_wrong := emend.misspellings(v_word);
      v_wrongs := v_wrongs || v_wrong;
      v_parts := emend.kept_parts(v_word);
      v_rare := (select string_agg(k.part, '|') from unnest(v_parts) as k(part)
                  where p_session is null and not exists (select from unnest(v_sample) t where t ~ k.part));
      v_found := array(
        select s.memory_id from emend.memory_search s
         where (s.tenant_id = p_tenant) is true and s.segments ~ v_rare and s.segments || '' ~ v_wrong);  -- the index looks up the parts alone
      if v_wrong is not null and v_rare is distinct from array_to_string(v_parts, '|') then
        v_found := v_found || emend.near_like(p_tenant, v_named, p_session is null, p_user, v_before, null, v_wrong, null);
      end if;
      if v_found = '{}' then
        v_found := emend.near_like(p_tenant, v_named, p_session is null, p_user, v_before, null, null, v_word);
      end if;
    end if;
    v_ids := v_ids || v_found;
  end loop;
  v_wrong := (select string_agg(w, '|') from unnest(v_wrongs) w);

  return query
  with best as (
    select m.memory_id,
           case when coalesce(m.words @@ v_begins, false) or not m.is_segmented then 0.5 else 0 end
             + 0.49 * emend.resemblance(v_words, m.segments, tsvector_to_array(m.words), not m.is_segmented) / cardinality(p_words) as score
      from (select distinct unnest(v_ids) as id) x
     cross join lateral (
       select s.memory_id, s.user_id, s.agent_id, s.words, s.segments, s.is_segmented from emend.memory_search s
        where s.tenant_id = p_tenant and s.memory_id = x.id offset 0) m
     where emend.is_in_scope(m.memory_id, m.user_id, m.agent_id, p_user, p_agent, p_before, p_include, p_exclude)
       and (m.words @@ v_begins or not m.is_segmented or m.segments ~ v_wrong
            or exists (select from unnest(p_misspelt) w
                        where length(w) > 3 and w !~ '[0-9]'
                          and (public.word_similarity(w, m.segments) >= 0.6
                               or exists (select from unnest(tsvector_to_array(m.words)) h where public.similarity(w, h) >= 0.4))))
     order by score desc, m.memory_id offset 0)
  select b.memory_id, b.score from best b where b.score > 0 and emend.is_found(p_tenant, b.memory_id, p_session, p_include) limit p_k;
end $$;
comment on function emend.resembling_memories(integer, text[], text[], text[], integer, text, text, bigint, bigint, bigint[], bigint[]) is
  'Memories whose words are like those of a question.';

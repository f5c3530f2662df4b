/**
 * search_memories: the memories that answer a question best.
 *
 * Active and not withheld ones only. Words first, by Postgres text search: a memory that has more of the question's words comes first,
 * words with a digit (order numbers, dates, amounts) count three times, then the one that says little else, then the older. Where words
 * find fewer than k, their beginnings fill up (inflected words), and then trigrams (spelling mistakes); rows whose words a worker has not
 * cut yet are looked through for the letters.
 *
 * A score depends on question and memory alone, never on how common a word is in the store: so the same read gives the same order
 * when it is executed again over a repaired store, and only what left or came changes it.
 *
 * A definer function, because the operators of text search cannot use an index under row security; so it repeats the tenant everywhere.
 * Plans are made for the words at hand: a rare word and one of all memories want different ones.
 *
 * p_words    words of the question that carry meaning, separated by blanks; cut as src/record/segment.ts does. The 1000 longest count
 * p_k        how many at most, 1 to 1000
 * p_user     only memories of this user and those without an owner; null = of everybody
 * p_agent    only memories that this agent wrote; null = any
 * p_session  only memories made in this session, by external id; null = any
 * p_before   only memories older than this tick of the clock; null = any
 * p_include  also these, whatever their age and status, where they fit question and scope; not for role emend_agent
 * p_exclude  never these
 * raises     no_tenant, bad_item
 * returns    rows by score, then by memory_id; a score of 1 and more came by words, above a half by their beginnings, below by trigrams
 */
create or replace function emend.search_memories(
    p_tenant integer, p_words text, p_k integer default 5, p_user text default null, p_agent text default null,
    p_session text default null, p_before bigint default null, p_include bigint[] default '{}', p_exclude bigint[] default '{}')
  returns table (memory_id bigint, id text, content text, score double precision)
  language plpgsql stable security definer
  set search_path = pg_catalog, emend, public, pg_temp set jit = off set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_query record;
  v_session bigint;
  v_head integer;
  v_seen bigint := 0;
  v_ids bigint[] := '{}';
  v_scores double precision[] := '{}';
  v_more_ids bigint[];
  v_more_scores double precision[];
begin
  if p_tenant is distinct from emend.need_tenant() then
    perform emend.refuse('no_tenant', 'the tenant searched is not the tenant of the transaction');
  elsif cardinality(p_include) > 0 and not emend.caller_is_trusted() and not pg_has_role(emend.caller(), 'emend_auditor', 'usage') then
    p_include := '{}';
  end if;
  if p_k is null or p_k not between 1 and 1000 then
    perform emend.refuse('bad_item', format('p_k is a number from 1 to 1000, not %s', coalesce(p_k::text, 'null')));
  end if;
  p_include := coalesce(p_include, '{}');
  p_exclude := coalesce(p_exclude, '{}');
  v_head := 4 * p_k + 100;
  if p_session is not null then
    select coalesce(max(e.session_id), -1) into v_session from emend.session e where e.tenant_id = p_tenant and e.external_id = p_session;
  end if;
  select array_agg(l.word) as words, string_agg(l.quoted, ' & ')::tsquery as has_all, string_agg(l.quoted, ' | ')::tsquery as has_any,
         string_agg(l.quoted, ' | ') filter (where l.word ~ '[0-9]')::tsquery as has_code,
         count(*)::double precision as size, 2.0 * count(*) filter (where l.word ~ '[0-9]') as code_size
    into v_query
    from (select w.word, '''' || replace(replace(w.word, '\', '\\'), '''', '''''') || '''' as quoted
            from unnest(tsvector_to_array(to_tsvector('simple', left(coalesce(p_words, ''), 200000)))) as w(word)
           order by length(w.word) desc, w.word limit 1000) l;
  if v_query.words is null then
    return;
  end if;

  -- Memories with all the words (tries 1 and 2) come before those with some (3 and 4): where there are enough of them, nothing else is
  -- looked at. Of each the best few are asked for their state first (1 and 3), all of them (2 and 4) where too few of those can be read.
  for v_try in 1 .. 4 loop
    exit when cardinality(v_ids) >= p_k or (v_try = 3 and v_query.size = 1);
    continue when v_try in (2, 4) and v_seen < v_head;
    with best as (
      -- ts_rank with weight 1 of words without places is the share of the words that are there, times 6 / pi^2
      select m.memory_id,
             1 + round((1.64493406685 * (v_query.size * ts_rank('{1,1,1,1}', m.words, v_query.has_any)
                                         + case when v_query.code_size > 0 then v_query.code_size * ts_rank('{1,1,1,1}', m.words, v_query.has_code) else 0 end)
                        / (v_query.size + v_query.code_size)) * 1000) / 1000
               + 0.0005 / (1 + length(m.words)) as score
        from emend.memory_search m
       where m.tenant_id = p_tenant and m.words @@ case when v_try <= 2 then v_query.has_all else v_query.has_any end
         and emend.is_in_scope(m.memory_id, m.user_id, m.agent_id, p_user, p_agent, p_before, p_include, p_exclude)
       order by score desc, m.memory_id
       limit case when v_try in (1, 3) then v_head end
    )
    select coalesce(array_agg(f.memory_id), '{}'), coalesce(array_agg(f.score), '{}'), (select count(*) from best)
      into v_ids, v_scores, v_seen
      from (select b.memory_id, b.score from best b where emend.is_found(p_tenant, b.memory_id, v_session, p_include) limit p_k) f;
  end loop;

  -- Then what resembles them: by beginnings of words, then by trigrams.
  for v_try in 1 .. 2 loop
    exit when cardinality(v_ids) >= p_k;
    select coalesce(array_agg(f.memory_id), '{}'), coalesce(array_agg(f.score), '{}') into v_more_ids, v_more_scores
      from (
        select c.memory_id, c.score
          from (select r.memory_id, r.score
                  from emend.resembling_memories(p_tenant, v_try, v_query.words, p_user, p_agent, p_before, p_include, p_exclude || v_ids) r
                 order by r.score desc, r.memory_id offset 0) c
         where emend.is_found(p_tenant, c.memory_id, v_session, p_include)
         limit p_k - cardinality(v_ids)) f;
    v_ids := v_ids || v_more_ids;
    v_scores := v_scores || v_more_scores;
  end loop;

  return query
  select f.memory_id, n.external_id, m.content, f.score
    from unnest(v_ids, v_scores) with ordinality as f(memory_id, score, place)
   cross join lateral (select n.external_id from emend.node n where n.tenant_id = p_tenant and n.node_id = f.memory_id offset 0) n
   cross join lateral (select m.content from emend.memory m where m.tenant_id = p_tenant and m.memory_id = f.memory_id offset 0) m
   order by f.place;
end $$;
comment on function emend.search_memories(integer, text, integer, text, text, text, bigint, bigint[], bigint[]) is
  'Active memories that answer a question best: by words, then by trigrams; deterministic.';

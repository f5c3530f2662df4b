/**
 * search_memories: the memories that answer a question best.
 *
 * Active and not withheld ones only. Words first, by Postgres text search: a memory that has more of the question's words comes first,
 * words with a digit (order numbers, dates, amounts) count three times, then the one that says little else, then the older. Where words
 * find fewer than k, their beginnings fill up (inflected words); rows whose words a worker has not cut yet are looked through for the letters.
 * Where nothing has a word of the question, as if it were misspelt, what resembles it by its beginning or by trigrams is ranked beside
 * what has the others, and the two lists are fused by reciprocal rank.
 *
 * Bounded, so that the cost does not follow the store: of the memories in scope the 1,000 youngest are looked at, and all older ones that have
 * something of the question that few memories have: a word, a pair of words, or all of them (telling_terms). An old memory that has
 * only words which one in a hundred memories has, none of them in a rare pair, is not found. Where a scope has fewer than 1,000
 * memories, or is a session, nothing is left out.
 *
 * The score of a word depends on question and memory alone, never on how common the word is in the store; and what is looked at depends on
 * older memories alone, whatever their status. So the same read finds the same when it is executed again over a repaired store,
 * save what left or came.
 *
 * A definer function, because the operators of text search cannot use an index under row security; so it repeats the tenant everywhere.
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
 * returns    rows by score, then by memory_id; a score of 1 and more came by words, above a half by their beginnings, above 0.04 by trigrams; where
 *            two lists are fused, all scores are at most 2/61
 */
create or replace function emend.search_memories(
    p_tenant integer, p_words text, p_k integer default 5, p_user text default null, p_agent text default null,
    p_session text default null, p_before bigint default null, p_include bigint[] default '{}', p_exclude bigint[] default '{}')
  returns table (memory_id bigint, id text, content text, score double precision)
  language plpgsql stable security definer
  set search_path = pg_catalog, emend, public, pg_temp set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_ids bigint[];
  v_scores double precision[];
  v_more_ids bigint[];
  v_words text[];
  v_unknown text[];
  v_scale double precision := 1;  -- what only resembles the question stays behind what was fused
  v_session bigint;
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
  if p_session is not null then
    v_session := coalesce((select e.session_id from emend.session e where e.tenant_id = p_tenant and e.external_id = p_session), -1);
  end if;
  v_words := array(
    select w.word from unnest(tsvector_to_array(to_tsvector('simple', left(coalesce(p_words, ''), 200000)))) as w(word)
     order by length(w.word) desc, w.word limit 1000);
  if v_words = '{}' then
    return;
  end if;

  select b.found_ids, b.found_scores, b.unknown into v_ids, v_scores, v_unknown
    from emend.best_by_words(p_tenant, v_words, p_k, p_user, p_agent, v_session, p_before, p_include, p_exclude) b;

  if cardinality(v_unknown) > 0 and cardinality(v_ids) > 0 then
    select coalesce(array_agg(r.memory_id), '{}') into v_more_ids
      from emend.resembling_memories(p_tenant, v_words, v_unknown, v_unknown, p_k, p_user, p_agent, v_session, p_before, p_include, p_exclude) r;
    if v_more_ids <> '{}' then
      v_scale := 0.0009;
      select array_agg(f.id), array_agg(f.score) into v_ids, v_scores
        from (select l.id, sum(1 / (60 + l.place)::double precision) as score
                from (select id, place from unnest(v_ids) with ordinality as w(id, place)
                      union all select id, place from unnest(v_more_ids) with ordinality as r(id, place)) l
               group by l.id order by score desc, l.id limit p_k) f;
    end if;
  end if;
  if cardinality(v_ids) < p_k then
    select v_ids || coalesce(array_agg(r.memory_id), '{}'), v_scores || coalesce(array_agg(r.score * v_scale), '{}') into v_ids, v_scores
      from emend.resembling_memories(
             p_tenant, v_words, v_words, v_unknown, p_k - cardinality(v_ids), p_user, p_agent, v_session, p_before, p_include, p_exclude || v_ids) r;
  end if;

  return query
  select f.memory_id, n.external_id, m.content, f.score
    from unnest(v_ids, v_scores) with ordinality as f(memory_id, score, place)
   cross join lateral (select n.external_id from emend.node n where n.tenant_id = p_tenant and n.node_id = f.memory_id offset 0) n
   cross join lateral (select m.content from emend.memory m where m.tenant_id = p_tenant and m.memory_id = f.memory_id offset 0) m
   order by f.place;
end $$;
comment on function emend.search_memories(integer, text, integer, text, text, text, bigint, bigint[], bigint[]) is
  'Active memories that answer a question best: by words, then by trigrams; deterministic.';

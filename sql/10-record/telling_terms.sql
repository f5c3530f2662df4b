/**
 * telling_terms: what of a question is looked up in the index of words: what few memories have.
 *
 * 128 memories of the tenant are asked for the question's words (spread_memories). Looked up are the words that one of them has at most; of
 * the others, pairs of the twelve rarest that none has; and all words together where one has them at most. So a lookup returns
 * a small part of the store, and the same one when a read is executed again as of its place.
 *
 * p_words   distinct words of a question
 * p_before  only memories older than this tick of the clock count
 * returns   a query for some of the words, or null where nothing of the question is rare
 */
create or replace function emend.telling_terms(p_tenant integer, p_words text[], p_before bigint) returns tsquery
  language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return (
    with seen as materialized (
      select x.n, s.word
        from unnest(emend.spread_memories(p_tenant, p_before)) with ordinality as x(id, n)
       cross join lateral (select m.words from emend.memory_search m where m.tenant_id = p_tenant and m.memory_id = x.id offset 0) m
       cross join lateral unnest(tsvector_to_array(m.words)) as s(word)
       where s.word = any (p_words)),
    counted as materialized (
      select w.word, emend.query_term(w.word) as term, coalesce(s.hits, 0) as hits
        from unnest(p_words) as w(word)
        left join (select x.word, count(*) as hits from seen x group by x.word) s on s.word = w.word),
    common as materialized (
      select c.word, c.term from counted c where c.hits > 1 order by c.hits, c.word limit 12),
    together as (
      select x.word, y.word as other from seen x join seen y on y.n = x.n and y.word > x.word group by x.word, y.word)
    select string_agg(t.term, ' | ')::tsquery
      from (select c.term from counted c where c.hits <= 1
            union all
            select format('(%s & %s)', a.term, b.term) from common a join common b on b.word > a.word
             where not exists (select from together g where g.word = a.word and g.other = b.word)
            union all
            select '(' || string_agg(c.term, ' & ') || ')' from counted c
             where (select count(*) from (select from seen x group by x.n having count(*) = cardinality(p_words)) everything) <= 1) t);
end $$;
comment on function emend.telling_terms(integer, text[], bigint) is 'What of a question is looked up in the index of words: what few memories have.';

/**
 * telling_terms: what of a question is looked up in the index of words: what few memories have.
 *
 * 128 memories of the tenant are asked for the question's words (spread_memories). Looked up first are all words together, where one of them
 * has them at most, and the words that none has; then pairs of the twelve rarest others that none has, rarest first, as long as they may be
 * expected in one memory of 64 together; then the words that one has, four at most. So a lookup returns a small part of the store,
 * and the same one when a read is executed again as of its place.
 *
 * p_words   distinct words of a question
 * p_before  only memories older than this tick of the clock count
 * returns   queries for some of the words, the most telling first; none where nothing of the question is rare
 */
create or replace function emend.telling_terms(p_tenant integer, p_words text[], p_before bigint) returns tsquery[]
  language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return (
    with seen as materialized (
      select x.n, s.word
        from emend.spread_memories(p_tenant, p_before) with ordinality as x(id, words, segments, n)
       cross join lateral unnest(tsvector_to_array(x.words)) as s(word)
       where s.word = any (p_words)),
    counted as materialized (
      select w.word, emend.query_term(w.word) as term, coalesce(s.hits, 0) as hits
        from unnest(p_words) as w(word)
        left join (select x.word, count(*) as hits from seen x group by x.word) s on s.word = w.word),
    common as materialized (
      select c.word, c.term, c.hits from counted c where c.hits > 0 order by c.hits, c.word limit 12),
    together as (
      select x.word, y.word as other from seen x join seen y on y.n = x.n and y.word > x.word group by x.word, y.word),
    pairs as (
      select format('(%s & %s)', a.term, b.term) as term, sum(a.hits * b.hits) over (order by a.hits * b.hits, a.word, b.word) as expected
        from common a join common b on b.word > a.word
       where not exists (select from together g where g.word = a.word and g.other = b.word)),
    terms as (
      select 1 as place, c.term from counted c where c.hits = 0
      union all
      select 1, '(' || string_agg(c.term, ' & ') || ')' from counted c
       where (select count(*) from (select from seen x group by x.n having count(*) = cardinality(p_words)) everything) <= 1
      union all
      select 2, p.term from pairs p where p.expected <= 256
      union all
      select 3, o.term from (select c.term from counted c where c.hits = 1 order by length(c.word) desc, c.word limit 4) o)
    select coalesce(array_agg(t.term order by t.place), '{}')
      from (select t.place, string_agg(t.term, ' | ')::tsquery as term from terms t where t.term is not null group by t.place) t);
end $$;
comment on function emend.telling_terms(integer, text[], bigint) is 'What of a question is looked up in the index of words: what few memories have.';

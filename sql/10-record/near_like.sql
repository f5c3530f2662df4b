/**
 * near_like: memories close at hand that have a word like another.
 *
 * p_named       these are at hand
 * p_youngest    so are the 1,000 youngest that p_user may look for, older than p_before, see youngest_with_words
 * p_begin       how a word of theirs begins; null = not asked
 * p_wrong       or how it is misspelt, as a regular expression; p_word: or what it shares trigrams with, among the 100 youngest
 */
create or replace function emend.near_like(
    p_tenant integer, p_named bigint[], p_youngest boolean, p_user text, p_before bigint, p_begin tsquery, p_wrong text, p_word text)
  returns bigint[] language plpgsql stable
  set pg_trgm.word_similarity_threshold = 0.4
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  v_found bigint[];
begin
  v_found := array(
    select m.memory_id from unnest(p_named) as x(id)
     cross join lateral (
       select s.memory_id, s.words, s.segments from emend.memory_search s where s.tenant_id = p_tenant and s.memory_id = x.id offset 0) m
     where m.words @@ p_begin or m.segments ~ p_wrong or p_word <% m.segments);
  if p_youngest and p_begin is not null then
    v_found := v_found || array(select y.memory_id from emend.youngest_with_words(p_tenant, p_user, p_before, p_begin) y);
  elsif p_youngest then
    v_found := v_found || array(
      select s.memory_id
        from (select y.memory_id from emend.youngest_with_words(p_tenant, p_user, p_before, null) y
               order by y.memory_id desc limit case when p_wrong is null then 100 else 1000 end) y
       cross join lateral (
         select m.memory_id, m.segments from emend.memory_search m where m.tenant_id = p_tenant and m.memory_id = y.memory_id offset 0) s
       where s.segments ~ p_wrong or p_word <% s.segments);
  end if;
  return v_found;
end $$;
comment on function emend.near_like(integer, bigint[], boolean, text, bigint, tsquery, text, text) is 'Memories close at hand that have a word like another.';

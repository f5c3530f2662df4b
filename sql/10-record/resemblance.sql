/**
 * resemblance: how many words of a question a text has nearly, each counted by likeness, 0 to 1.
 *
 * p_have        words that the text has: they count whole, and are not compared
 * p_by_letters  a word that stands anywhere in the text counts whole
 */
create or replace function emend.resemblance(p_words text[], p_text text, p_have text[], p_by_letters boolean) returns double precision
  language sql stable
  return (select coalesce(sum(case when w = any (p_have) or (p_by_letters and strpos(lower(p_text), w) > 0) then 1 else public.word_similarity(w, p_text) end), 0)
            from unnest(p_words) w);
comment on function emend.resemblance(text[], text, text[], boolean) is 'How many words of a question a text has nearly.';

/**
 * misspellings: a regular expression for a word that is one letter away from another: one that is wrong, missing or too many, or two that
 * were exchanged.
 *
 * p_word   letters only
 * returns  null for words of fewer than 4 letters, or of more than 40, or with anything but letters
 */
create or replace function emend.misspellings(p_word text) returns text
  language sql immutable parallel safe
  return case when p_word ~ '^[[:alpha:]]{4,40}$' then
    '\m(?:' || (
      select string_agg(v.variant, '|' order by i.n)
        from generate_series(0, length(p_word)) as i(n)
       cross join lateral (values
         (case when i.n < length(p_word) then left(p_word, i.n) || '\w?' || substr(p_word, i.n + 2) end),
         (left(p_word, i.n) || '\w' || substr(p_word, i.n + 1)),
         (case when i.n < length(p_word) - 1 then
            left(p_word, i.n) || substr(p_word, i.n + 2, 1) || substr(p_word, i.n + 1, 1) || substr(p_word, i.n + 3) end)) as v(variant)) || ')\M' end;
comment on function emend.misspellings(text) is 'A regular expression for the words that are one letter away from another.';

/**
 * kept_parts: of one letter that is wrong somewhere in a word, at least one half of the word is none the wiser: the halves as regular expressions
 * that the index of trigrams can look up, and the word with its middle exchanged, which breaks both.
 *
 * p_word   4 letters and more; of 4 and 5 the halves overlap, and an error in the middle breaks both
 * returns  three expressions
 */
create or replace function emend.kept_parts(p_word text) returns text[]
  language sql immutable parallel safe
  return array[
    '\m' || left(p_word, greatest(3, length(p_word) / 2)),
    right(p_word, greatest(3, length(p_word) - length(p_word) / 2)) || '\M',
    '\m' || left(p_word, length(p_word) / 2 - 1) || substr(p_word, length(p_word) / 2 + 1, 1) || substr(p_word, length(p_word) / 2, 1)
      || substr(p_word, length(p_word) / 2 + 2) || '\M'];
comment on function emend.kept_parts(text) is 'What of a word is still there when one letter of it is wrong.';

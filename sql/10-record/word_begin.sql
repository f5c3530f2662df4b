/** word_begin: a text search query, as text, for what begins as a word does, up to two letters from its end, four at least; inlined by Postgres. */
create or replace function emend.word_begin(p_word text) returns text
  language sql immutable
  return emend.query_term(left(p_word, greatest(4, length(p_word) - 2))) || ':*';
comment on function emend.word_begin(text) is 'A text search query for what begins as a word does.';

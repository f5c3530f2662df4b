/** query_term: a word quoted for a text search query, whatever is in it; inlined by Postgres. */
create or replace function emend.query_term(p_word text) returns text
  language sql immutable
  return '''' || replace(replace(p_word, '\', '\\'), '''', '''''') || '''';
comment on function emend.query_term(text) is 'A word quoted for a text search query.';

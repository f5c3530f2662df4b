/**
 * content_digest: sha256 of a text with its spelling evened out, so that a deleted memory is known again without keeping its text.
 *
 * Lower case, runs of white space made one blank, no white space or punctuation at the end.
 */
create or replace function emend.content_digest(p_text text) returns bytea
  language sql immutable strict parallel safe
  return sha256(convert_to(regexp_replace(regexp_replace(ltrim(lower(p_text)), '\s+', ' ', 'g'), '[\s[:punct:]。，、！？；：…]+$', ''), 'UTF8'));
comment on function emend.content_digest(text) is 'sha256 of a text: lower case, white space evened out, without punctuation at the end.';

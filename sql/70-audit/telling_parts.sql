/**
 * telling_parts: what a text is known by where somebody quotes it: identifiers in it, and whole sentences. Lower case, white space evened out.
 *
 * An identifier has a letter and a digit, or an @, in five characters at least, or is a number of seven digits; a sentence has 24 characters at
 * least. What is shorter could be anybody's.
 *
 * returns  in no particular order
 */
create or replace function emend.telling_parts(p_text text) returns setof text
  language sql immutable as $$
  select distinct m.token
    from regexp_matches(lower(p_text), '[a-z0-9][a-z0-9._@+/-]*[a-z0-9]', 'g') as x(found)
   cross join lateral (select x.found[1] as token) m
   where length(m.token) >= 5 and (m.token ~ '[0-9]' and m.token ~ '[a-z]' or m.token ~ '@' or length(regexp_replace(m.token, '[^0-9]', '', 'g')) >= 7)
  union
  select s.sentence
    from regexp_split_to_table(regexp_replace(lower(p_text), '\s+', ' ', 'g'), '[.!?;:]\s|[.!?;:"]|[。！？；：「」『』]') as y(part)
   cross join lateral (select btrim(y.part) as sentence) s
   where length(s.sentence) >= 24
$$;
comment on function emend.telling_parts(text) is 'What a text is known by where somebody quotes it: identifiers in it, and whole sentences.';

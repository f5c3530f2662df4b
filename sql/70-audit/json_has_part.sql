/** json_has_part: whether one of the texts in a JSON value quotes one of these telling parts. Part of erase_user. */
create or replace function emend.json_has_part(p_value jsonb, p_parts text[]) returns boolean
  language sql immutable as $$
  select p_parts <> '{}' and exists (select from emend.texts_in(p_value) as t(text) where emend.has_part(t.text, p_parts))
$$;
comment on function emend.json_has_part(jsonb, text[]) is 'Whether one of the texts in a JSON value quotes one of these telling parts.';

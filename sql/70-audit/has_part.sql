/** has_part: whether a text quotes one of these telling parts. Part of erase_user. */
create or replace function emend.has_part(p_text text, p_parts text[]) returns boolean
  language sql immutable as $$
  select p_parts <> '{}' and p_text <> '' and exists (select from emend.telling_parts(p_text) as t(part) where t.part = any (p_parts))
$$;
comment on function emend.has_part(text, text[]) is 'Whether a text quotes one of these telling parts.';

/**
 * texts_in: every text in a JSON value, and in JSON that is written in one of its texts, as messages to a model carry it.
 *
 * returns  one row a text, in no particular order; none of null
 */
create or replace function emend.texts_in(p_value jsonb) returns setof text
  language plpgsql immutable as $$
declare
  v_text text;
begin
  for v_text in select x #>> '{}' from jsonb_path_query(p_value, 'strict $.**') as x where jsonb_typeof(x) = 'string' loop
    return next v_text;
    if v_text ~ '^\s*[\[{]' then
      begin
        return query select * from emend.texts_in(v_text::jsonb);
      exception when data_exception or program_limit_exceeded then null;  -- it only begins like JSON, or goes too deep
      end;
    end if;
  end loop;
end $$;
comment on function emend.texts_in(jsonb) is 'Every text in a JSON value, and in JSON that is written in one of its texts.';

/**
 * refuse: raise a coded error that clients can take apart.
 *
 * p_code     a code of src/errors.ts
 * p_message  what went wrong, with the bad value
 * p_where    ids and places, for machines
 * p_hint     what to do about it
 * raises     always, SQLSTATE P0001 with DETAIL 'emend:<code> {json}'
 */
create or replace function emend.refuse(p_code text, p_message text, p_where jsonb default '{}', p_hint text default null)
  returns void language plpgsql as $$
begin
  if p_hint is null then
    raise exception '%', p_message using errcode = 'P0001', detail = 'emend:' || p_code || ' ' || p_where::text;
  end if;
  raise exception '%', p_message using errcode = 'P0001', detail = 'emend:' || p_code || ' ' || p_where::text, hint = p_hint;
end $$;
comment on function emend.refuse(text, text, jsonb, text) is 'Raise a coded error: DETAIL is emend:<code> and JSON that says where.';

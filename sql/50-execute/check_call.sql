/** check_call: a call with an effect that nobody has approved is not begun, where the repair needed approval (may_call). */
create or replace function emend.check_call() returns trigger
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp as $$
begin
  if not emend.is_restoring() and not emend.may_call(new.tenant_id, new.repair_id, new.step_id, new.tool_name, new.effect) then
    raise exception 'repair % calls % without approval', new.repair_id, new.tool_name
      using errcode = '23514', hint = 'The call waits until a person approves it: emend approve.';
  end if;
  return new;
end $$;
comment on function emend.check_call() is 'Refuses to begin a call with an effect that nobody has approved.';

create or replace trigger a_call_is_approved before insert or update of state on emend.tool_call
  for each row when (new.state = 'intended' and new.effect <> 'pure' and new.decided_by is null and new.repair_id is not null)
  execute function emend.check_call();
comment on trigger a_call_is_approved on emend.tool_call is 'A call that a person was not shown asks first.';

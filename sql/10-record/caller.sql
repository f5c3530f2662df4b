/**
 * caller: the role that this call came in with, also inside a definer function, where current_user is the owner.
 */
create or replace function emend.caller() returns text
  language sql stable parallel safe
  return case when current_setting('role') = 'none' then session_user::text else current_setting('role') end;
comment on function emend.caller() is 'Role of the caller, also inside a definer function.';

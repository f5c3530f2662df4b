/**
 * login_is_free: whether the login of this session works for every tenant: members of emend_service, the owner of the tables among them,
 * and superusers.
 */
create or replace function emend.login_is_free() returns boolean
  language sql stable parallel safe
  return pg_has_role(session_user, 'emend_service', 'member');
comment on function emend.login_is_free() is 'Whether the login of this session works for every tenant.';

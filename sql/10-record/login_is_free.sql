/**
 * login_is_free: whether the login of this session works for every tenant: the owner of the tables, members of emend_service, superusers.
 */
create or replace function emend.login_is_free() returns boolean
  language sql stable parallel safe
  return session_user = (select pg_catalog.pg_get_userbyid(c.relowner) from pg_catalog.pg_class c where c.oid = 'emend.tenant'::regclass)
         or pg_has_role(session_user, 'emend_service', 'member');
comment on function emend.login_is_free() is 'Whether the login of this session works for every tenant.';

/**
 * login_works_for: whether the login of this session is bound to a tenant.
 *
 * Row security asks it of every login but the owner of the tables and members of emend_service. session_user is who logged in: no
 * setting, no role and no definer function changes it.
 *
 * p_tenant  internal key; null gives false
 */
create or replace function emend.login_works_for(p_tenant integer) returns boolean
  language plpgsql stable parallel safe security definer set search_path = pg_catalog, emend, public, pg_temp as $$
begin
  return exists (select from emend.login l where l.login = session_user and l.tenant_id = p_tenant);
end $$;
comment on function emend.login_works_for(integer) is 'Whether the login of this session is bound to a tenant.';

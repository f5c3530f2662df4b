/**
 * bound_tenant_id: the tenant of this transaction for a login that is bound to tenants: null for one that is not among them.
 *
 * current_tenant_id comes here for every login that is no member of emend_service.
 *
 * raises  no_tenant when the setting is no number of a tenant
 */
create or replace function emend.bound_tenant_id() returns integer
  language plpgsql stable parallel safe security definer set search_path = pg_catalog, emend, public, pg_temp as $$
declare
  v_setting constant text := coalesce(current_setting('emend.tenant_id', true), '');
begin
  if v_setting !~ '^[0-9]{0,9}$' then
    return emend.refuse_tenant(v_setting);
  end if;
  return (select l.tenant_id from emend.login l where l.login = session_user and l.tenant_id = nullif(v_setting, '')::integer);
end $$;
comment on function emend.bound_tenant_id() is 'The tenant of this transaction, if the login of this session is bound to it.';

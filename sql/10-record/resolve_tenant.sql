/**
 * resolve_tenant: the internal key of a tenant.
 *
 * p_name   name of the tenant
 * raises   unknown_tenant, also for one that the login of this session is not bound to
 */
create or replace function emend.resolve_tenant(p_name text) returns integer
  language plpgsql stable security definer set search_path = pg_catalog, emend, public, pg_temp as $$
declare
  v_tenant integer;
begin
  select t.tenant_id into v_tenant from emend.tenant t where t.name = p_name;
  if v_tenant is null then
    perform emend.refuse('unknown_tenant', format('there is no tenant %L', p_name), jsonb_build_object('tenant', p_name));
  end if;
  return v_tenant;
end $$;
comment on function emend.resolve_tenant(text) is 'The internal key of a tenant by name; raises unknown_tenant.';

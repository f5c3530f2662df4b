/**
 * need_tenant: the tenant of this transaction, or an error.
 *
 * Anybody can set emend.tenant_id: to a tenant that his login is not bound to, which row security hides from him, or to a number that
 * no tenant has yet; what is recorded there would be found by whoever gets it.
 *
 * raises  no_tenant
 */
create or replace function emend.need_tenant() returns integer
  language plpgsql stable as $$
declare
  v_tenant integer := emend.current_tenant_id();
begin
  if v_tenant is null then
    perform emend.refuse('no_tenant', 'no tenant is chosen', '{}', 'Choose one first: select emend.use_tenant(''name'').');
  elsif not exists (select from emend.tenant t where t.tenant_id = v_tenant) then
    perform emend.refuse('no_tenant', 'the tenant that is chosen is not there', '{}', 'Choose one: select emend.use_tenant(''name'').');
  end if;
  return v_tenant;
end $$;
comment on function emend.need_tenant() is 'The tenant of this transaction; raises no_tenant when none is chosen.';

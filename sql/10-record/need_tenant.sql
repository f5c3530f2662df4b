/**
 * need_tenant: the tenant of this transaction, or an error.
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
  end if;
  return v_tenant;
end $$;
comment on function emend.need_tenant() is 'The tenant of this transaction; raises no_tenant when none is chosen.';

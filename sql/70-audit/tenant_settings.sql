/** tenant_settings: how a tenant is set, for its backup: everything that it says of itself but its key, its name, when it was made and for whom. */
create or replace function emend.tenant_settings(p_tenant integer) returns jsonb
  language sql stable
  return (select to_jsonb(t) - array['tenant_id', 'name', 'created_at', 'is_isolated'] from emend.tenant t where t.tenant_id = p_tenant);
comment on function emend.tenant_settings(integer) is 'How a tenant is set, for its backup.';

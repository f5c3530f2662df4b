/**
 * use_tenant: choose the tenant that this connection works for, until it chooses another or disconnects.
 *
 * Behind a pooler in transaction mode, begin a transaction first and call it in there.
 *
 * p_name   name of the tenant
 * returns  its internal key
 * raises   unknown_tenant
 */
create or replace function emend.use_tenant(p_name text) returns integer
  language plpgsql as $$
declare
  v_tenant integer := emend.resolve_tenant(p_name);
begin
  perform set_config('emend.tenant_id', v_tenant::text, false);
  return v_tenant;
end $$;
comment on function emend.use_tenant(text) is 'Choose the tenant that this connection works for, by name.';

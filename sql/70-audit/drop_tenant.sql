/**
 * drop_tenant: end a tenant, with everything that it owns.
 *
 * For the admin role, in a transaction that has chosen this tenant: no other tenant can be named by mistake. There is no way back,
 * and no journal is left, since it belongs to the tenant; the server's log has a line.
 *
 * p_name   name of the tenant of this transaction
 * returns  how many nodes went
 * errors   unknown_tenant when p_name is not the tenant of this transaction
 */
create or replace function emend.drop_tenant(p_name text) returns bigint
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp as $$
declare
  v_tenant constant integer := emend.current_tenant_id();
  v_table  text;
  v_nodes  bigint;
begin
  if not exists (select from emend.tenant t where t.tenant_id = v_tenant and t.name = p_name) then
    raise exception 'tenant "%" is not the one of this transaction', p_name
      using errcode = 'P0001', detail = 'emend:unknown_tenant', hint = 'Choose it first: select emend.use_tenant(name).';
  end if;
  perform emend.lock_tenant(v_tenant);
  perform set_config('emend.erasing', 'on', true);
  select count(*) into v_nodes from emend.node n where n.tenant_id = v_tenant;
  foreach v_table in array array['event', 'journal', 'fault', 'model_call', 'tool_call', 'repair', 'tombstone', 'edge', 'node', 'session', 'enabled_detector', 'tenant'] loop
    execute format('delete from emend.%I where tenant_id = $1', v_table) using v_tenant;
  end loop;
  perform set_config('emend.erasing', '', true);
  raise log 'emend: % dropped tenant "%" with % nodes', session_user, p_name, v_nodes;
  return v_nodes;
end $$;
comment on function emend.drop_tenant(text) is 'End the tenant of this transaction, with everything that it owns; returns how many nodes went.';

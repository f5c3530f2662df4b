/**
 * emend_admin: a person in charge, who approves, cancels, undoes and erases. All of it by functions that write the journal;
 * what those write, they write with this role's rights.
 */
revoke all on all tables in schema emend from emend_admin;
revoke all on all functions in schema emend from emend_admin;
grant usage on schema emend to emend_admin;
do $$
declare v_object text;
begin
  for v_object in select c.oid::regclass::text from pg_class c
                   where c.relnamespace = 'emend'::regnamespace and c.relkind in ('r', 'v', 'p') and c.relname not in ('memory_search', 'memory_embedding', 'api_key') loop
    execute format('grant select on %s to emend_admin', v_object);
  end loop;
  for v_object in select p.oid::regprocedure::text from pg_proc p
                   where p.pronamespace = 'emend'::regnamespace and p.prorettype <> 'trigger'::regtype
                     and p.proname not in ('grant_present', 'open_queue') loop
    execute format('grant execute on function %s to emend_admin', v_object);
  end loop;
end $$;
select emend.grant_present('emend_admin', 'insert', array[
  'session', 'fault', 'repair', 'step_state', 'tombstone', 'journal', 'event', 'http_request', 'enabled_detector', 'registered_tool',
  'tenant_model']);
select emend.grant_present('emend_admin', 'insert (tenant_id, url, secret, types)', array['webhook']);
select emend.grant_present('emend_admin', 'update', array[
  'fault', 'repair', 'replay_step', 'tool_call', 'step_state', 'tombstone', 'http_request', 'enabled_detector', 'registered_tool', 'tenant_model']);
select emend.grant_present('emend_admin', 'update (is_approved, decided_by, decided_at)', array['approval']);
select emend.grant_present('emend_admin', 'update (policy, is_isolated, review, approve_above)', array['tenant']);
select emend.grant_present('emend_admin', 'delete', array['step_state', 'http_request', 'enabled_detector', 'registered_tool', 'tenant_model', 'webhook']);
select emend.grant_present('emend_admin', 'insert (tenant_id, login)', array['login']);
select emend.grant_present('emend_admin', 'delete', array['login']);
select emend.grant_present('emend_admin',
  'select (tenant_id, key_id, role, user_id, name, created_at, expires_at, revoked_at, last_used_at)', array['api_key']);
select emend.grant_present('emend_admin', 'insert (tenant_id, role, user_id, name, digest, expires_at)', array['api_key']);
select emend.grant_present('emend_admin', 'update (revoked_at)', array['api_key']);
grant usage on sequence emend.node_id_seq to emend_admin;

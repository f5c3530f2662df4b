/**
 * emend_worker: carries repairs out in the tenant of its job. Reads all of it, writes what a repair writes, and only ever
 * adds to the journal. Nodes and edges it records through record_steps, like everybody.
 */
revoke all on all tables in schema emend from emend_worker;
revoke all on all functions in schema emend from emend_worker;
grant usage on schema emend to emend_worker;
do $$
declare v_object text;
begin
  for v_object in select c.oid::regclass::text from pg_class c
                   where c.relnamespace = 'emend'::regnamespace and c.relkind in ('r', 'v', 'p') and c.relname not in ('memory_search', 'memory_embedding', 'api_key', 'login') loop
    execute format('grant select on %s to emend_worker', v_object);
  end loop;
  for v_object in select p.oid::regprocedure::text from pg_proc p
                   where p.pronamespace = 'emend'::regnamespace and p.prorettype <> 'trigger'::regtype
                     and p.proname not in ('grant_present', 'open_queue', 'drop_tenant', 'erase_user', 'identify_key', 'begin_restore', 'restore_rows', 'finish_restore') loop
    execute format('grant execute on function %s to emend_worker', v_object);
  end loop;
end $$;
select emend.grant_present('emend_worker', 'insert', array[
  'session', 'fault', 'repair', 'plan_row', 'replay_step', 'tool_call', 'model_call', 'verification',
  'step_state', 'replacement', 'tombstone', 'journal', 'event']);
select emend.grant_present('emend_worker', 'insert (tenant_id, repair_id, state, plan_hash, effects, growth, hash, event_id)', array['approval']);
select emend.grant_present('emend_worker', 'update', array[
  'fault', 'repair', 'plan_row', 'replay_step', 'tool_call', 'model_call', 'verification', 'step_state', 'tombstone']);
select emend.grant_present('emend_worker', 'update (state, attempt_count, due_at, last_error, finished_at)', array['webhook_message']);
select emend.grant_present('emend_worker', 'update (disabled_at)', array['webhook']);
select emend.grant_present('emend_worker', 'delete', array['plan_row', 'replay_step', 'step_state', 'verification', 'webhook_message']);
grant usage on sequence emend.node_id_seq to emend_worker;

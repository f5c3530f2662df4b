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
                   where c.relnamespace = 'emend'::regnamespace and c.relkind in ('r', 'v', 'p') and c.relname <> 'memory_search' loop
    execute format('grant select on %s to emend_admin', v_object);
  end loop;
  for v_object in select p.oid::regprocedure::text from pg_proc p
                   where p.pronamespace = 'emend'::regnamespace and p.prorettype <> 'trigger'::regtype
                     and p.proname <> 'grant_present' loop
    execute format('grant execute on function %s to emend_admin', v_object);
  end loop;
end $$;
select emend.grant_present('emend_admin', 'insert', array[
  'session', 'fault', 'repair', 'step_state', 'tombstone', 'journal', 'event', 'enabled_detector']);
select emend.grant_present('emend_admin', 'update', array[
  'fault', 'repair', 'replay_step', 'tool_call', 'step_state', 'tombstone', 'enabled_detector']);
select emend.grant_present('emend_admin', 'update (policy, is_isolated)', array['tenant']);
select emend.grant_present('emend_admin', 'delete', array['step_state', 'enabled_detector']);
grant usage on sequence emend.node_id_seq to emend_admin;

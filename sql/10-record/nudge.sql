/**
 * nudge: tell the worker that a tenant has faults to look at.
 *
 * Only a nudge: fault rows are the truth, and the sweeper finds what a lost nudge left behind. So whatever goes wrong in the queue (no
 * schema, no right, nothing scheduled) is no error here.
 */
create or replace function emend.nudge(p_tenant integer) returns void
  language plpgsql security definer set search_path = pg_catalog, emend, public as $$
begin
  perform graphile_worker.add_job('emend_open', json_build_object('tenantId', p_tenant), job_key := 'emend_open:' || p_tenant);
exception when others then
  null;
end $$;
comment on function emend.nudge(integer) is 'Tell the worker that a tenant has faults to look at; never fails.';

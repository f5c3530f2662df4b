/**
 * nudge: ask any worker to look at something soon. A job is a nudge and never the record.
 *
 * One waiting job per tenant, task and repair. graphile's add_job schedules nothing when the job of that key is being
 * locked at the same moment: then it is asked again, and a sweeper finds what still fell through. No named queues: a
 * killed worker would block one whole.
 *
 * Whatever goes wrong in the queue (no schema, no right, nothing scheduled) is no error here: a fault must commit without it.
 *
 * A tenant that workers leave alone is not nudged, nor one that the login of this session is not bound to.
 *
 * p_task      emend_open, emend_plan, emend_apply, emend_replay_step, emend_finish, emend_verify, emend_segment, emend_embed, emend_detect
 * p_repair    the repair; null for tasks of the tenant
 * p_delay_ms  not before
 */
create or replace function emend.nudge(p_tenant integer, p_task text default 'emend_open', p_repair bigint default null, p_delay_ms integer default 0) returns void
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp as $$
begin
  if p_task !~ '^emend_[a-z_]+$' then
    raise exception 'unknown task %', p_task using errcode = 'P0001', detail = 'emend:usage';
  end if;
  if not exists (select from emend.tenant t where t.tenant_id = p_tenant and not t.is_isolated) then return; end if;
  for attempt in 1 .. 3 loop
    exit when (graphile_worker.add_job(
      p_task,
      case when p_repair is null then json_build_object('tenant_id', p_tenant)
           else json_build_object('tenant_id', p_tenant, 'repair_id', p_repair) end,
      run_at => now() + make_interval(secs => p_delay_ms / 1000.0),
      max_attempts => 3,
      job_key => concat_ws(':', p_task, p_tenant, p_repair))).id is not null;
  end loop;
exception when others then
  if sqlstate = 'P0001' then raise; end if;
end $$;
comment on function emend.nudge(integer, text, bigint, integer) is
  'Asks any worker to look soon: one waiting job per tenant, task and repair. Never the record of anything.';

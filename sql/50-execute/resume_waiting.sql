/**
 * resume_waiting: repairs that waited for an older one try again; whoever still overlaps waits again.
 */
create or replace function emend.resume_waiting(p_tenant integer) returns void
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_repair bigint;
begin
  for v_repair in
    update emend.repair r set waiting_for = null, attempt_count = 0
     where r.tenant_id = p_tenant and r.waiting_for = 'overlap' and r.state = 'open' and r.state not in ('done', 'failed', 'undone')
    returning r.repair_id
  loop
    perform emend.nudge(p_tenant, 'emend_plan', v_repair);
  end loop;
end $$;
comment on function emend.resume_waiting(integer) is 'Repairs that waited for an older one try again.';

/**
 * release_repair: give a lease back, so that the next job need not wait for it to run out, and nudge that job.
 *
 * p_progressed  true after a commit boundary: the attempts of the next one count from zero
 * p_backoff_ms  nobody may claim it before: after a failure that may pass
 * p_nudges      nudge the task that comes next, where the repair waits for nobody
 * returns       where the repair stands, whosever it is; no row when there is none
 */
create or replace function emend.release_repair(
  p_tenant integer, p_repair bigint, p_epoch integer, p_progressed boolean, p_backoff_ms integer default 0, p_nudges boolean default false)
  returns table (state emend.repair_state, waiting_for text, is_held boolean)
  language plpgsql as $$
begin
  return query
    update emend.repair r
       set lease_owner = null,
           leased_until = case when p_backoff_ms > 0 then clock_timestamp() + make_interval(secs => p_backoff_ms / 1000.0) end,
           attempt_count = case when p_progressed then 0 else r.attempt_count end
     where r.tenant_id = p_tenant and r.repair_id = p_repair and r.lease_epoch = p_epoch
    returning r.state, r.waiting_for, r.leased_until is not null;
  if not found then
    return query select r.state, r.waiting_for, r.leased_until is not null from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair;
  elsif p_nudges then
    perform emend.nudge(p_tenant, emend.next_task(r.state), p_repair) from emend.repair r
      where r.tenant_id = p_tenant and r.repair_id = p_repair and r.waiting_for is null and emend.next_task(r.state) is not null;
  end if;
end $$;
comment on function emend.release_repair(integer, bigint, integer, boolean, integer, boolean) is
  'Gives a lease back; after progress the attempts count from zero again, after a failure nobody may claim for a while. Nudges what comes next.';

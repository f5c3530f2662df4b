/**
 * release_repair: give a lease back, so that the next job need not wait for it to run out.
 *
 * p_progressed  true after a commit boundary: the attempts of the next one count from zero
 * p_backoff_ms  nobody may claim it before: after a failure that may pass
 * returns       true when the lease was the caller's
 */
create or replace function emend.release_repair(p_tenant integer, p_repair bigint, p_epoch integer, p_progressed boolean, p_backoff_ms integer default 0) returns boolean
  language plpgsql as $$
begin
  update emend.repair r
     set lease_owner = null,
         leased_until = case when p_backoff_ms > 0 then clock_timestamp() + make_interval(secs => p_backoff_ms / 1000.0) end,
         attempt_count = case when p_progressed then 0 else r.attempt_count end
   where r.tenant_id = p_tenant and r.repair_id = p_repair and r.lease_epoch = p_epoch;
  return found;
end $$;
comment on function emend.release_repair(integer, bigint, integer, boolean, integer) is
  'Gives a lease back; after progress the attempts count from zero again, after a failure nobody may claim for a while.';

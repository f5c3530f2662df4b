/**
 * heartbeat_repair: keep a lease that is held.
 *
 * returns  true when the epoch is still the caller's; false when somebody else has claimed the repair since
 */
create or replace function emend.heartbeat_repair(p_tenant integer, p_repair bigint, p_epoch integer, p_lease_ms integer) returns boolean
  language plpgsql as $$
begin
  update emend.repair r
     set leased_until = greatest(r.leased_until, clock_timestamp() + make_interval(secs => p_lease_ms / 1000.0))
   where r.tenant_id = p_tenant and r.repair_id = p_repair and r.lease_epoch = p_epoch and r.lease_owner is not null;
  return found;
end $$;
comment on function emend.heartbeat_repair(integer, bigint, integer, integer) is
  'Keeps a lease that is held; false when somebody else has claimed the repair since.';

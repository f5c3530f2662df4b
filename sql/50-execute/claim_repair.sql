/**
 * claim_repair: take the lease of a repair (B1).
 *
 * Who claims gets the next epoch, and every later write of the repair carries it (assert_lease). Time is the database's:
 * workers' clocks may differ. A repair that waits for a person is not claimed; attempts are counted until a boundary
 * resets them.
 *
 * p_owner     who claims, for people
 * p_lease_ms  how long it is good without a heartbeat
 * p_task      claim only where this task comes next: a job that comes late does nothing; null = whatever comes next
 * returns     the epoch, with the repair as it stands; no row: unknown, ended, elsewhere, waiting for a person, or somebody else has it
 */
create or replace function emend.claim_repair(p_tenant integer, p_repair bigint, p_owner text, p_lease_ms integer, p_task text default null)
  returns table (epoch integer, state emend.repair_state, policy text, options jsonb, attempt_count integer, error_code text, error_detail text)
  language plpgsql as $$
begin
  return query
    update emend.repair r
       set lease_owner = p_owner,
           lease_epoch = r.lease_epoch + 1,
           leased_until = clock_timestamp() + make_interval(secs => p_lease_ms / 1000.0),
           attempt_count = r.attempt_count + 1
     where r.tenant_id = p_tenant and r.repair_id = p_repair
       and r.state not in ('done', 'failed', 'undone')
       and (p_task is null or emend.next_task(r.state) = p_task)
       and r.waiting_for is distinct from 'approval' and r.waiting_for is distinct from 'tool'
       and (r.leased_until is null or r.leased_until <= clock_timestamp())
    returning r.lease_epoch, r.state, r.policy, r.options, r.attempt_count, r.error_code, r.error_detail;
end $$;
comment on function emend.claim_repair(integer, bigint, text, integer, text) is
  'Takes the lease of a repair and returns its epoch; no row when it has ended, waits for a person, or somebody else has it.';

/**
 * hold_step: lock a replayed step before its result is written: the loser of a race finds it settled.
 *
 * returns  its state
 * raises   lost_lease
 */
create or replace function emend.hold_step(p_tenant integer, p_repair bigint, p_epoch integer, p_step bigint) returns text
  language plpgsql as $$
declare
  v_state text;
begin
  perform emend.assert_lease(p_tenant, p_repair, p_epoch);
  select s.state into v_state from emend.replay_step s
   where s.tenant_id = p_tenant and s.repair_id = p_repair and s.step_id = p_step for update;
  return v_state;
end $$;
comment on function emend.hold_step(integer, bigint, integer, bigint) is 'Locks a replayed step before its result is written, and returns its state.';

/**
 * hold_step: lock a replayed step before its result is written: the loser of a race finds it settled.
 *
 * returns  its state, and names_in_use of it
 * raises   lost_lease
 */
create or replace function emend.hold_step(p_tenant integer, p_repair bigint, p_epoch integer, p_step bigint)
  returns table (state text, names text[])
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  perform emend.assert_lease(p_tenant, p_repair, p_epoch);
  return query
    select s.state, emend.names_in_use(p_tenant, n.external_id)
      from emend.replay_step s
      join emend.node n on n.tenant_id = p_tenant and n.node_id = s.step_id
     where s.tenant_id = p_tenant and s.repair_id = p_repair and s.step_id = p_step for update of s;
end $$;
comment on function emend.hold_step(integer, bigint, integer, bigint) is
  'Locks a replayed step before its result is written; returns its state, and which names for its successors are taken.';

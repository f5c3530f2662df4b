/**
 * lock_affected: find what the faults of a repair reach, and lock it, so that nobody records an edge to it while the repair plans.
 *
 * p_policy, p_cap  as in affected_set
 * returns          the affected set, in clock order
 * raises           lost_lease; affected_too_large
 */
create or replace function emend.lock_affected(p_tenant integer, p_repair bigint, p_epoch integer, p_policy text, p_cap bigint) returns bigint[]
  language plpgsql as $$
declare
  v_seeds bigint[];
  v_memories bigint[];
  v_nodes bigint[];
begin
  perform emend.lock_tenant(p_tenant);
  perform emend.assert_lease(p_tenant, p_repair, p_epoch);
  select array_agg(s.seed_id), array_agg(s.memory_id) into v_seeds, v_memories
    from emend.fault_seed(p_tenant, array(select f.fault_id from emend.fault f
                                           where f.tenant_id = p_tenant and f.repair_id = p_repair and f.state <> 'withdrawn')) s;
  select coalesce(array_agg(a.id order by a.id), '{}') into v_nodes
    from emend.affected_set(p_tenant, v_seeds || v_memories, v_seeds || v_seeds, p_policy, p_cap) as a(id);
  perform emend.lock_nodes(p_tenant, v_nodes);
  return v_nodes;
end $$;
comment on function emend.lock_affected(integer, bigint, integer, text, bigint) is
  'Finds and locks what the faults of a repair reach: until the transaction ends nobody records an edge to it.';

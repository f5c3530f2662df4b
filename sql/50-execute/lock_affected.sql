/**
 * lock_affected: find what the faults of a repair reach, and lock it, so that nobody records an edge to it while the repair plans.
 *
 * What was recorded before a node was locked is found by walking again: what is returned is complete as long as the transaction lasts.
 *
 * p_policy, p_cap  as in affected_set
 * returns          one row, what trace_faults says of the faults of the repair that were not withdrawn, and of what its erasure took
 * raises           lost_lease; affected_too_large
 */
create or replace function emend.lock_affected(p_tenant integer, p_repair bigint, p_epoch integer, p_policy text, p_cap bigint)
  returns table (faults bigint[], seeds jsonb, affected bigint[], answers bigint[], roots bigint[], unnamed bigint[])
  language plpgsql as $$
declare
  v_faults bigint[];
  v_nodes bigint[];
  v_locked bigint[] := '{}';
  v_roots bigint[];
begin
  perform emend.lock_tenant(p_tenant);
  perform emend.assert_lease(p_tenant, p_repair, p_epoch);
  v_faults := array(select f.fault_id from emend.fault f
                     where f.tenant_id = p_tenant and f.repair_id = p_repair and f.state <> 'withdrawn' order by f.fault_id);
  v_roots := array(select r.id from emend.erasure e cross join lateral emend.erased_roots(p_tenant, e.erasure_id) as r(id)
                    where e.tenant_id = p_tenant and e.repair_id = p_repair);
  loop
    select t.faults, t.seeds, t.affected, t.answers, t.roots, t.unnamed into faults, seeds, affected, answers, roots, unnamed
      from emend.trace_faults(p_tenant, v_faults, p_policy, p_cap, v_roots) t;
    v_nodes := array(select unnest(affected) except select unnest(v_locked));
    exit when v_nodes = '{}';
    perform emend.lock_nodes(p_tenant, v_nodes);
    v_locked := v_locked || v_nodes;
  end loop;
  return next;
end $$;
comment on function emend.lock_affected(integer, bigint, integer, text, bigint) is
  'Finds and locks what the faults of a repair reach: until the transaction ends nobody records an edge to it.';

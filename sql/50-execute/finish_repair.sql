/**
 * finish_repair: boundary B6. The repaired answer stands, the faults rest, what the plan kept is released.
 *
 * A fault that clean evidence contests is deleted all the same, marked, and left for a person to look at.
 *
 * returns  the regenerated answer; null when the old one was kept or none was affected
 * raises   lost_lease; repair_state
 */
create or replace function emend.finish_repair(p_tenant integer, p_repair bigint, p_epoch integer) returns bigint
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_hash text;
  v_answer bigint;
begin
  perform emend.assert_lease(p_tenant, p_repair, p_epoch);
  perform emend.move_repair(p_tenant, p_repair, array['applied', 'replayed']::emend.repair_state[], 'finished');
  update emend.repair r
     set new_answer_id = (select s.new_step_id from emend.replay_step s
                           where s.tenant_id = p_tenant and s.repair_id = p_repair and s.step_id = r.failed_answer_id)
   where r.tenant_id = p_tenant and r.repair_id = p_repair
  returning r.plan_hash, r.new_answer_id into v_hash, v_answer;

  perform emend.release_memories(p_tenant, array_agg(s.memory_id), p_repair, null, 'the repair is through', v_hash)
     from emend.memory_state s
    where s.tenant_id = p_tenant and s.is_withheld and s.status in ('active', 'superseded')
      and s.memory_id = any (array(select p.node_id from emend.plan_row p where p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_kind = 'memory'))
      and not emend.is_held_elsewhere(p_tenant, s.memory_id, p_repair);

  perform emend.withhold_since_merged(p_tenant, p_repair);

  with contested as (
    insert into emend.journal (tenant_id, node_id, repair_id, fault_id, action, reason, plan_hash)
    select p_tenant, n.node_id, p_repair, f.fault_id, 'contest', 'clean evidence says the same as the diagnosed memory', v_hash
      from emend.fault f
      join emend.node n on n.tenant_id = p_tenant and n.external_id = f.memory_id
      join emend.plan_row p on p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_id = n.node_id
     where f.tenant_id = p_tenant and f.repair_id = p_repair and f.state = 'claimed' and p.proof ? 'contestedBy'
    returning node_id, fault_id)
  insert into emend.event (tenant_id, type, node_id, repair_id, fault_id)
  select p_tenant, 'fault:contested', c.node_id, p_repair, c.fault_id from contested c;

  update emend.fault f
     set state = case when exists (select from emend.journal j where j.tenant_id = p_tenant and j.repair_id = p_repair
                                      and j.fault_id = f.fault_id and j.action = 'contest')
                      then 'needs_person' else 'done' end::emend.fault_state
   where f.tenant_id = p_tenant and f.repair_id = p_repair and f.state = 'claimed';
  insert into emend.event (tenant_id, type, node_id, repair_id)
  select p_tenant, 'answer:corrected', y.new_step_id, p_repair
    from emend.replay_step y
   cross join lateral (select x.kind from emend.node x where x.tenant_id = p_tenant and x.node_id = y.step_id offset 0) n
   where y.tenant_id = p_tenant and y.repair_id = p_repair and y.new_step_id is not null and n.kind = 'final_answer'
   order by y.new_step_id;
  return v_answer;
end $$;
comment on function emend.finish_repair(integer, bigint, integer) is
  'B6: the repaired answer stands, the faults rest, what the plan kept is released.';

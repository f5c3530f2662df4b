/**
 * restore_step: the old output of a step is valid again (early cut-off).
 *
 * With it the memories that it made and the plan quarantined, and, for an action, its observations.
 *
 * p_reason  why, for people
 */
create or replace function emend.restore_step(p_tenant integer, p_repair bigint, p_step bigint, p_reason text) returns void
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_hash text;
  v_memory record;
begin
  select r.plan_hash into v_hash from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair;
  with again as (
    delete from emend.step_state s
     where s.tenant_id = p_tenant and s.repair_id = p_repair
       and (s.step_id = p_step
            or s.step_id in (select e.target_id from emend.edge e
                              where e.tenant_id = p_tenant and e.source_id = p_step and e.target_kind = 'tool_observation' and e.label = 'produce'))
    returning s.step_id)
  insert into emend.journal (tenant_id, node_id, repair_id, action, from_status, to_status, rule, reason, plan_hash)
  select p_tenant, a.step_id, p_repair, 'cut_off', 'invalid', 'valid', p.rule, p_reason, v_hash
    from again a left join emend.plan_row p on p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_id = a.step_id
   order by a.step_id;
  for v_memory in
    select p.status_before, array_agg(p.node_id order by p.node_id) as ids
      from emend.memory m
      join emend.plan_row p on p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_id = m.memory_id
     where m.tenant_id = p_tenant and m.producing_step_id = p_step and p.disposition = 'quarantine'
     group by p.status_before
  loop
    perform emend.set_memory_status(p_tenant, v_memory.ids, v_memory.status_before, p_repair, null, null, p_reason, v_hash);
  end loop;
end $$;
comment on function emend.restore_step(integer, bigint, bigint, text) is
  'Makes the old output of a step valid again, with its quarantined memories and observations.';

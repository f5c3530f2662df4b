/**
 * settle_late: take what was recorded on withdrawn evidence into the repair that withdrew it.
 *
 * Whoever records so was told that it is accepted and withheld. A memory of these is quarantined (R2), a step is invalid and kept for
 * audit (R10), an answer is stale and regenerated when somebody asks: all reversible, all rows of the plan, so that an undo takes them
 * back. In the caller's transaction, which holds the lock of the tenant.
 *
 * returns  how many nodes were settled
 */
create or replace function emend.settle_late(p_tenant integer) returns integer
  language plpgsql as $$
declare
  v_reason constant text := 'recorded on evidence that the repair had withdrawn';
  v_count integer;
  v_group record;
begin
  with late as (
    select l.repair_id, l.node_id, n.kind, s.status
      from emend.late_nodes(p_tenant) l
      join emend.node n on n.tenant_id = p_tenant and n.node_id = l.node_id and n.kind <> 'input'
      left join emend.memory_state s on s.tenant_id = p_tenant and s.memory_id = l.node_id),
  planned as (
    insert into emend.plan_row (tenant_id, repair_id, node_id, node_kind, disposition, rule, reason, is_affected, is_invalid, is_stale_answer, status_before)
    select p_tenant, l.repair_id, l.node_id, l.kind,
           case when l.kind = 'memory' then 'quarantine' else 'suspicious' end::emend.disposition,
           case when l.kind = 'memory' then 'R2' else 'R10' end, v_reason, true, l.kind <> 'memory', l.kind = 'final_answer', l.status
      from late l
    returning repair_id, node_id, is_stale_answer),
  invalid as (
    update emend.step_state s set validity = 'invalid', is_stale_answer = p.is_stale_answer, changed_at = now()
      from planned p where s.tenant_id = p_tenant and s.step_id = p.node_id and s.repair_id = p.repair_id
    returning s.step_id, s.repair_id, s.is_stale_answer),
  written as (
    insert into emend.journal (tenant_id, node_id, repair_id, action, from_status, to_status, rule, reason)
    select p_tenant, i.step_id, i.repair_id, 'invalidate', 'withheld', 'invalid', 'R10', v_reason from invalid i order by i.step_id),
  announced as (
    insert into emend.event (tenant_id, type, node_id, repair_id)
    select p_tenant, 'answer:stale', i.step_id, i.repair_id from invalid i where i.is_stale_answer order by i.step_id)
  select count(*) into v_count from planned;

  for v_group in
    select p.repair_id, array_agg(p.node_id order by p.node_id) as ids
      from emend.plan_row p
      join emend.repair r on r.tenant_id = p_tenant and r.repair_id = p.repair_id and r.state in ('applied', 'replayed', 'finished', 'done')
      join emend.memory_state s on s.tenant_id = p_tenant and s.memory_id = p.node_id and s.status = 'active' and s.is_withheld
     where v_count > 0 and p.tenant_id = p_tenant and p.disposition = 'quarantine' and p.reason = v_reason
     group by p.repair_id
  loop
    perform emend.set_memory_status(p_tenant, v_group.ids, 'quarantined', v_group.repair_id, null, 'R2', v_reason);
  end loop;
  return v_count;
end $$;
comment on function emend.settle_late(integer) is 'Takes what was recorded on withdrawn evidence into the repair that withdrew it.';

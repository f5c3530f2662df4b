/**
 * settle_late: take what was recorded on withdrawn evidence into the repair that withdrew it.
 *
 * Whoever records so was told that it is accepted and withheld. A memory of these is quarantined (R2), a step is invalid and kept for
 * audit (R10), an answer is stale and regenerated when somebody asks: all reversible, all rows of the plan, so that an undo takes them
 * back. Where that is more than a person has approved, the repair waits with it, even one that is done, and all of it stays withheld. Of one that
 * somebody works on, or that waits with a tool call, it is asked before it finishes. In the caller's transaction, which holds the lock of the tenant.
 *
 * p_limit   as in await_growth
 * p_repair  only this one, which the caller works on; null = all
 * returns   how many nodes were settled
 */
create or replace function emend.settle_late(p_tenant integer, p_limit integer default null, p_repair bigint default null) returns integer
  language plpgsql as $$
declare
  v_reason constant text := 'recorded on evidence that the repair had withdrawn';
  v_count integer := 0;
  v_group record;
  v_late bigint[];
begin
  for v_group in
    select l.repair_id, array_agg(l.node_id) as ids,
           jsonb_agg(jsonb_build_object('node_id', l.node_id, 'disposition', case when n.kind = 'memory' then 'quarantine' else 'suspicious' end,
                                        'is_affected', true, 'is_invalid', n.kind <> 'memory')) as rows
      from emend.late_nodes(p_tenant, p_asked := true) l
      join emend.node n on n.tenant_id = p_tenant and n.node_id = l.node_id and n.kind <> 'input'
      join emend.repair r on r.tenant_id = p_tenant and r.repair_id = l.repair_id
     where (case when p_repair is null then r.waiting_for is distinct from 'tool' and (r.state = 'done' or r.leased_until is null or r.leased_until <= clock_timestamp()) else r.repair_id = p_repair end
        or emend.review_limit(p_tenant, l.repair_id) is null)
     group by l.repair_id order by l.repair_id
  loop
    if emend.await_growth(p_tenant, v_group.repair_id, v_group.rows, null, p_limit) <> 'granted' then
      continue;
    end if;
    with planned as (
      insert into emend.plan_row (tenant_id, repair_id, node_id, node_kind, disposition, rule, reason, is_affected, is_invalid, is_stale_answer, status_before)
      select p_tenant, v_group.repair_id, n.node_id, n.kind,
             case when n.kind = 'memory' then 'quarantine' else 'suspicious' end::emend.disposition,
             case when n.kind = 'memory' then 'R2' else 'R10' end, v_reason, true, n.kind <> 'memory', n.kind = 'final_answer', s.status
        from emend.node n
        left join emend.memory_state s on s.tenant_id = p_tenant and s.memory_id = n.node_id
       where n.tenant_id = p_tenant and n.node_id = any (v_group.ids)
      returning node_id, is_stale_answer),
    invalid as (
      update emend.step_state s set validity = 'invalid', is_stale_answer = p.is_stale_answer, changed_at = now()
        from planned p where s.tenant_id = p_tenant and s.step_id = p.node_id and s.repair_id = v_group.repair_id
      returning s.step_id, s.is_stale_answer),
    written as (
      insert into emend.journal (tenant_id, node_id, repair_id, action, from_status, to_status, rule, reason)
      select p_tenant, i.step_id, v_group.repair_id, 'invalidate', 'withheld', 'invalid', 'R10', v_reason from invalid i order by i.step_id),
    announced as (
      insert into emend.event (tenant_id, type, node_id, repair_id)
      select p_tenant, 'answer:stale', i.step_id, v_group.repair_id from invalid i where i.is_stale_answer order by i.step_id)
    select v_count + count(*) into v_count from planned;
    v_late := array(select s.memory_id from emend.memory_state s
                     where s.tenant_id = p_tenant and s.memory_id = any (v_group.ids) and s.status = 'active' and s.is_withheld order by s.memory_id);
    if v_late <> '{}' then
      perform emend.set_memory_status(p_tenant, v_late, 'quarantined', v_group.repair_id, null, 'R2', v_reason);
    end if;
  end loop;
  return v_count;
end $$;
comment on function emend.settle_late(integer, integer, bigint) is 'Takes what was recorded on withdrawn evidence into the repair that withdrew it, where that is approved.';

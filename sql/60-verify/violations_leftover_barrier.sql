/** violations_leftover_barrier: a memory or step still withheld though no fault or repair stands behind it. Empty when healthy. */
create or replace view emend.violations_leftover_barrier with (security_invoker = true) as
  select m.tenant_id, null::bigint as repair_id, m.memory_id as node_id, n.external_id as node,
         format('memory %s is withheld and no fault or repair says why', n.external_id) as detail
    from emend.memory_state m
   cross join lateral (select x.external_id from emend.node x where x.tenant_id = m.tenant_id and x.node_id = m.memory_id offset 0) n
   where m.is_withheld and m.status = 'active'
     and not exists (select from emend.fault f
                      where f.tenant_id = m.tenant_id and f.memory_id = n.external_id and f.state <> 'withdrawn' offset 0)
     and not exists (select from emend.plan_row p
                       join emend.repair r on r.tenant_id = p.tenant_id and r.repair_id = p.repair_id
                      where p.tenant_id = m.tenant_id and p.node_id = m.memory_id and r.state not in ('done', 'undone') offset 0)
     and not exists (select from emend.repair r
                      where r.tenant_id = m.tenant_id and m.memory_id = any (r.contained_ids) and r.state not in ('done', 'undone') offset 0)
     and not exists (select from emend.event l where l.tenant_id = m.tenant_id and l.node_id = m.memory_id and l.type = 'record:late' offset 0)
  union all
  select s.tenant_id, s.repair_id, s.step_id, n.external_id, format('step %s is withheld by repair %s, which is %s', n.external_id, s.repair_id, r.state)
    from emend.step_state s
   cross join lateral (select x.external_id from emend.node x where x.tenant_id = s.tenant_id and x.node_id = s.step_id offset 0) n
    join emend.repair r on r.tenant_id = s.tenant_id and r.repair_id = s.repair_id
   where s.validity = 'withheld' and r.state in ('applied', 'replayed', 'finished', 'done', 'undone')
     and not exists (select from emend.event l
                      where l.tenant_id = s.tenant_id and l.repair_id = s.repair_id and l.node_id = s.step_id and l.type = 'record:late'
                        and r.state <> 'undone'
                        and not exists (select from emend.plan_row p
                                         where p.tenant_id = l.tenant_id and p.repair_id = l.repair_id and p.node_id = l.node_id) offset 0);
comment on view emend.violations_leftover_barrier is 'Memories and steps that are withheld without a reason. Empty when healthy.';
comment on column emend.violations_leftover_barrier.tenant_id is 'Owner of the row.';
comment on column emend.violations_leftover_barrier.repair_id is 'The repair it belongs to, if any.';
comment on column emend.violations_leftover_barrier.node_id is 'Clock of the node.';
comment on column emend.violations_leftover_barrier.node is 'The node.';
comment on column emend.violations_leftover_barrier.detail is 'What is wrong, in words.';

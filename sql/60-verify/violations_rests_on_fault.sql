/**
 * violations_rests_on_fault: an active memory or valid step that directly depends on something a repair took away.
 *
 * Empty when healthy. By induction over the edges this is the invariant of the method: nothing good rests on a fault,
 * except through recorded independent support. It starts from the rows of applied plans, so its cost follows the repairs
 * and not the store. What may stand on a withdrawn node: what a plan found supported or kept, what a replay produced again,
 * and what an irreversible call really returned. A memory that was active although a step had retired it was right until that step: what
 * used it before is not affected (the time cut of its seed), and no violation. Lateral with offset 0, here and in its neighbours: look-ups
 * that follow the rows of the plan, also in a tenant that the planner believes to be empty.
 */
create or replace view emend.violations_rests_on_fault with (security_invoker = true) as
  select p.tenant_id, p.repair_id, e.target_id as node_id, n.external_id as node,
         format('%s %s rests by %s on %s, which repair %s took away', n.kind, n.external_id, e.label, b.external_id, p.repair_id) as detail
    from emend.repair r
    join emend.plan_row p on p.tenant_id = r.tenant_id and p.repair_id = r.repair_id
    left join lateral (select x.status from emend.memory_state x where x.tenant_id = p.tenant_id and x.memory_id = p.node_id offset 0) bad on p.node_kind = 'memory'
    left join lateral (select x.validity from emend.step_state x where x.tenant_id = p.tenant_id and x.step_id = p.node_id offset 0) invalid on p.is_invalid
   -- The last step that was to retire it, looked for before its edges are: a hub has thousands.
    left join lateral (select max(x.target_id) as at_id from emend.edge x
                        where p.disposition = 'delete' and p.status_before = 'active' and x.tenant_id = p.tenant_id and x.source_id = p.node_id
                          and x.label in ('delete', 'update', 'consolidate') and not x.is_late offset 0) retired on true
   cross join lateral (select x.tenant_id, x.source_id, x.target_id, x.label, x.is_late, retired.at_id as retired_at from emend.edge x
                        where x.tenant_id = p.tenant_id and x.source_id = p.node_id and x.label not in ('supersede', 'chain') offset 0) e
    left join lateral (select x.status, x.is_withheld from emend.memory_state x where x.tenant_id = e.tenant_id and x.memory_id = e.target_id offset 0) m on true
    left join lateral (select x.step_id from emend.step_state x where x.tenant_id = e.tenant_id and x.step_id = e.target_id offset 0) s on true
   cross join lateral (select x.kind, x.external_id from emend.node x where x.tenant_id = e.tenant_id and x.node_id = e.target_id offset 0) n
   cross join lateral (select x.external_id from emend.node x where x.tenant_id = p.tenant_id and x.node_id = p.node_id offset 0) b
    left join lateral (select x.producing_step_id from emend.memory x where x.tenant_id = e.tenant_id and x.memory_id = e.target_id offset 0) mm on true
   where r.state in ('applied', 'replayed', 'finished', 'done')
     and case when p.node_kind = 'memory' then p.disposition in ('delete', 'quarantine') and bad.status in ('deleted', 'quarantined')
              else p.is_invalid and invalid.validity = 'invalid' end
     and case when n.kind = 'memory' then m.status = 'active' and not m.is_withheld else s.step_id is null end
     and not exists (select from emend.plan_row o
                      where o.tenant_id = e.tenant_id and o.node_id = e.target_id
                        and (o.is_supported or o.disposition in ('keep', 'preserve', 'reopen')) offset 0)
     and not exists (select from emend.replay_step y
                      where y.tenant_id = e.tenant_id and y.step_id = coalesce(mm.producing_step_id, e.target_id)
                        and (y.state in ('cut_off', 'reused') or (y.state = 'done' and not y.is_changed)) offset 0)
     and not exists (select from emend.replay_step y
                      where y.tenant_id = e.tenant_id and y.repair_id = p.repair_id and y.step_id = e.source_id
                        and y.detail -> 'restored' @> to_jsonb(e.target_id) offset 0)
     and not exists (select from emend.replacement w
                      where w.tenant_id = e.tenant_id and w.new_node_id = e.target_id and w.old_node_id = e.source_id offset 0)
     and not (coalesce(e.retired_at > e.target_id, false) and not e.is_late
              and not exists (select from emend.plan_row o
                               where o.tenant_id = e.tenant_id and o.repair_id = p.repair_id and o.node_id = e.target_id and o.is_affected offset 0))
     and not (e.label in ('delete', 'update', 'consolidate')
              and exists (select from emend.replay_step y where y.tenant_id = e.tenant_id and y.new_step_id = e.target_id offset 0));
comment on view emend.violations_rests_on_fault is
  'Active memories and valid steps that rest on what a repair took away, without recorded independent support. Empty when healthy.';
comment on column emend.violations_rests_on_fault.tenant_id is 'Owner of the row.';
comment on column emend.violations_rests_on_fault.repair_id is 'The repair it belongs to, if any.';
comment on column emend.violations_rests_on_fault.node_id is 'Clock of the node.';
comment on column emend.violations_rests_on_fault.node is 'The node.';
comment on column emend.violations_rests_on_fault.detail is 'What is wrong, in words.';

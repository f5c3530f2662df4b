/** violations_readable_fault: a diagnosed memory that agents can read, or one that an applied plan took out and that is back. Empty when healthy. */
create or replace view emend.violations_readable_fault with (security_invoker = true) as
  select f.tenant_id, f.repair_id, n.node_id, n.external_id as node,
         format('memory %s is readable although fault %s (%s) names it', n.external_id, f.fault_id, f.state) as detail
    from emend.fault f
    join emend.node n on n.tenant_id = f.tenant_id and n.external_id = f.memory_id
    join emend.memory_state m on m.tenant_id = n.tenant_id and m.memory_id = n.node_id
   where f.state <> 'withdrawn' and m.status = 'active' and not m.is_withheld
  union all
  select p.tenant_id, p.repair_id, n.node_id, n.external_id,
         format('memory %s is readable although repair %s had to %s it', n.external_id, p.repair_id, p.disposition)
    from emend.plan_row p
    join emend.repair r on r.tenant_id = p.tenant_id and r.repair_id = p.repair_id
   cross join lateral (select x.status, x.is_withheld from emend.memory_state x where x.tenant_id = p.tenant_id and x.memory_id = p.node_id offset 0) m
   cross join lateral (select x.node_id, x.external_id from emend.node x where x.tenant_id = p.tenant_id and x.node_id = p.node_id offset 0) n
   cross join lateral (select x.producing_step_id from emend.memory x where x.tenant_id = p.tenant_id and x.memory_id = p.node_id offset 0) mm
   where p.disposition = 'quarantine' and m.status = 'active' and not m.is_withheld
     and r.state in ('applied', 'replayed', 'finished', 'done')
     and not exists (select from emend.replay_step y
                      where y.tenant_id = p.tenant_id and y.step_id = mm.producing_step_id
                        and (y.state in ('cut_off', 'reused') or (y.state = 'done' and not y.is_changed)) offset 0)
     and not exists (select from emend.plan_row o
                      where o.tenant_id = p.tenant_id and o.node_id = p.node_id and o.repair_id > p.repair_id offset 0);
comment on view emend.violations_readable_fault is 'Diagnosed or quarantined memories that agents can read. Empty when healthy.';
comment on column emend.violations_readable_fault.tenant_id is 'Owner of the row.';
comment on column emend.violations_readable_fault.repair_id is 'The repair it belongs to, if any.';
comment on column emend.violations_readable_fault.node_id is 'Clock of the node.';
comment on column emend.violations_readable_fault.node is 'The node.';
comment on column emend.violations_readable_fault.detail is 'What is wrong, in words.';

/** violations_kept_fault: a fault whose own repair has a plan that does not delete its memory. Empty when healthy. */
create or replace view emend.violations_kept_fault with (security_invoker = true) as
  select f.tenant_id, f.repair_id, n.node_id, n.external_id as node,
         format('the plan of repair %s does not delete %s, which fault %s names', f.repair_id, n.external_id, f.fault_id) as detail
    from emend.fault f
    join emend.repair r on r.tenant_id = f.tenant_id and r.repair_id = f.repair_id
    join emend.node n on n.tenant_id = f.tenant_id and n.external_id = f.memory_id
   where f.state in ('claimed', 'done') and r.state in ('planned', 'applied', 'replayed', 'finished', 'done')
     and not exists (select from emend.plan_row p
                      where p.tenant_id = f.tenant_id and p.repair_id = f.repair_id and p.node_id = n.node_id and p.disposition = 'delete');
comment on view emend.violations_kept_fault is 'Faults that the plan of their own repair does not delete. Empty when healthy.';
comment on column emend.violations_kept_fault.tenant_id is 'Owner of the row.';
comment on column emend.violations_kept_fault.repair_id is 'The repair it belongs to, if any.';
comment on column emend.violations_kept_fault.node_id is 'Clock of the node.';
comment on column emend.violations_kept_fault.node is 'The node.';
comment on column emend.violations_kept_fault.detail is 'What is wrong, in words.';

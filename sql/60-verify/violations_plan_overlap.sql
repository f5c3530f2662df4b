/**
 * violations_plan_overlap: a node that two unfinished repairs both plan for. Within one plan the key keeps rows disjoint;
 * between repairs the tenant's lock and waiting_for = overlap do. Empty when healthy.
 */
create or replace view emend.violations_plan_overlap with (security_invoker = true) as
  select a.tenant_id, b.repair_id, n.node_id, n.external_id as node,
         format('repairs %s and %s both plan for %s at the same time', a.repair_id, b.repair_id, n.external_id) as detail
    from emend.repair ra
    join emend.plan_row a on a.tenant_id = ra.tenant_id and a.repair_id = ra.repair_id and a.is_affected
    join emend.plan_row b on b.tenant_id = a.tenant_id and b.node_id = a.node_id and b.repair_id > a.repair_id and b.is_affected
    join emend.repair rb on rb.tenant_id = b.tenant_id and rb.repair_id = b.repair_id
    join emend.node n on n.tenant_id = a.tenant_id and n.node_id = a.node_id
   where ra.state in ('planned', 'applied', 'replayed') and rb.state in ('planned', 'applied', 'replayed')
     and ra.waiting_for is null and rb.waiting_for is null;
comment on view emend.violations_plan_overlap is 'Nodes that two running repairs both plan for. Empty when healthy.';
comment on column emend.violations_plan_overlap.tenant_id is 'Owner of the row.';
comment on column emend.violations_plan_overlap.repair_id is 'The repair it belongs to, if any.';
comment on column emend.violations_plan_overlap.node_id is 'Clock of the node.';
comment on column emend.violations_plan_overlap.node is 'The node.';
comment on column emend.violations_plan_overlap.detail is 'What is wrong, in words.';

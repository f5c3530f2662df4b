/** violations_tombstone: a standing tombstone of a withdrawn fault or undone repair, or a deleted fault that never got one. Empty when healthy. */
create or replace view emend.violations_tombstone with (security_invoker = true) as
  select b.tenant_id, b.repair_id, b.memory_id as node_id, n.external_id as node,
         format('a tombstone of %s stands although fault %s is withdrawn', n.external_id, b.fault_id) as detail
    from emend.tombstone b
    join emend.node n on n.tenant_id = b.tenant_id and n.node_id = b.memory_id
    join emend.fault f on f.tenant_id = b.tenant_id and f.fault_id = b.fault_id
   where b.lifted_at is null and f.state = 'withdrawn'
     and not exists (select from emend.fault o
                      where o.tenant_id = b.tenant_id and o.memory_id = n.external_id and o.state <> 'withdrawn')
  union all
  select f.tenant_id, f.repair_id, n.node_id, n.external_id,
         format('memory %s was deleted for fault %s without a tombstone', n.external_id, f.fault_id)
    from emend.fault f
    join emend.node n on n.tenant_id = f.tenant_id and n.external_id = f.memory_id
   where f.state = 'done'
     and not exists (select from emend.tombstone b where b.tenant_id = f.tenant_id and b.memory_id = n.node_id);
comment on view emend.violations_tombstone is 'Tombstones that should not stand, and deleted faults without one. Empty when healthy.';
comment on column emend.violations_tombstone.tenant_id is 'Owner of the row.';
comment on column emend.violations_tombstone.repair_id is 'The repair it belongs to, if any.';
comment on column emend.violations_tombstone.node_id is 'Clock of the node.';
comment on column emend.violations_tombstone.node is 'The node.';
comment on column emend.violations_tombstone.detail is 'What is wrong, in words.';

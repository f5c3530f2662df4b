/**
 * violations_resurrected: a readable memory, younger than a standing tombstone, with the content that was buried. A new
 * statement of the user lifts the tombstone, so none of those is listed. Reads memories younger than the oldest tombstone.
 */
create or replace view emend.violations_resurrected with (security_invoker = true) as
  select b.tenant_id, b.repair_id, m.memory_id as node_id, n.external_id as node,
         format('memory %s has the content that fault %s buried', n.external_id, b.fault_id) as detail
    from emend.tombstone b
    join emend.memory m on m.tenant_id = b.tenant_id and m.memory_id > b.buried_t and emend.content_digest(m.content) = b.content_digest
    join emend.memory_state s on s.tenant_id = m.tenant_id and s.memory_id = m.memory_id and s.status = 'active' and not s.is_withheld
    join emend.node n on n.tenant_id = m.tenant_id and n.node_id = m.memory_id
   where b.lifted_at is null and (b.user_id is null or n.user_id is null or b.user_id = n.user_id);
comment on view emend.violations_resurrected is 'Readable memories with content that a fault buried. Empty when healthy.';
comment on column emend.violations_resurrected.tenant_id is 'Owner of the row.';
comment on column emend.violations_resurrected.repair_id is 'The repair it belongs to, if any.';
comment on column emend.violations_resurrected.node_id is 'Clock of the node.';
comment on column emend.violations_resurrected.node is 'The node.';
comment on column emend.violations_resurrected.detail is 'What is wrong, in words.';

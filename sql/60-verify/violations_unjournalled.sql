/** violations_unjournalled: a memory that a plan deleted or quarantined without a journal row naming the repair. Empty when healthy. */
create or replace view emend.violations_unjournalled with (security_invoker = true) as
  select p.tenant_id, p.repair_id, p.node_id, n.external_id as node,
         format('memory %s is %s by repair %s without a journal row', n.external_id, m.status, p.repair_id) as detail
    from emend.repair r
    join emend.plan_row p on p.tenant_id = r.tenant_id and p.repair_id = r.repair_id
   cross join lateral (select x.external_id from emend.node x where x.tenant_id = p.tenant_id and x.node_id = p.node_id offset 0) n
   cross join lateral (select x.status from emend.memory_state x where x.tenant_id = p.tenant_id and x.memory_id = p.node_id offset 0) m
   where r.state in ('applied', 'replayed', 'finished', 'done') and p.disposition in ('delete', 'quarantine')
     and m.status::text = case p.disposition when 'delete' then 'deleted' else 'quarantined' end
     and p.status_before is distinct from m.status
     and not exists (select from emend.journal j
                      where j.tenant_id = p.tenant_id and j.node_id = p.node_id and j.repair_id = p.repair_id offset 0);
comment on view emend.violations_unjournalled is 'Memories that a plan took out without a journal row. Empty when healthy.';
comment on column emend.violations_unjournalled.tenant_id is 'Owner of the row.';
comment on column emend.violations_unjournalled.repair_id is 'The repair it belongs to, if any.';
comment on column emend.violations_unjournalled.node_id is 'Clock of the node.';
comment on column emend.violations_unjournalled.node is 'The node.';
comment on column emend.violations_unjournalled.detail is 'What is wrong, in words.';

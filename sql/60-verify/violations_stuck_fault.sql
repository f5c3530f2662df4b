/**
 * violations_stuck_fault: a fault that nobody is going to bring to an end: open for ten minutes without a repair, claimed
 * by a repair that has ended, or by one that has stood still for ten minutes though it waits for nobody. Empty when
 * healthy; a sweeper of any running worker empties it.
 */
create or replace view emend.violations_stuck_fault with (security_invoker = true) as
  select f.tenant_id, f.repair_id, n.node_id, n.external_id as node,
         case when f.state = 'open' then format('fault %s is open since %s', f.fault_id, coalesce(f.released_at, f.reported_at))
              when r.state in ('done', 'failed', 'undone') then format('fault %s is claimed by repair %s, which is %s', f.fault_id, r.repair_id, r.state)
              else format('repair %s of fault %s stands still since %s', r.repair_id, f.fault_id, coalesce(r.leased_until, r.applied_at, r.planned_at, r.opened_at))
         end as detail
    from emend.fault f
    join emend.node n on n.tenant_id = f.tenant_id and n.external_id = f.memory_id
    left join emend.repair r on r.tenant_id = f.tenant_id and r.repair_id = f.repair_id
   where (f.state = 'open' and coalesce(f.released_at, f.reported_at) < now() - interval '10 minutes')
      or (f.state = 'claimed' and (r.repair_id is null or r.state in ('done', 'failed', 'undone')))
      or (f.state = 'claimed' and r.waiting_for is null
          and greatest(r.leased_until, r.applied_at, r.planned_at, r.opened_at) < now() - interval '10 minutes');
comment on view emend.violations_stuck_fault is 'Faults that nobody is going to bring to an end. Empty when healthy.';
comment on column emend.violations_stuck_fault.tenant_id is 'Owner of the row.';
comment on column emend.violations_stuck_fault.repair_id is 'The repair it belongs to, if any.';
comment on column emend.violations_stuck_fault.node_id is 'Clock of the node.';
comment on column emend.violations_stuck_fault.node is 'The node.';
comment on column emend.violations_stuck_fault.detail is 'What is wrong, in words.';

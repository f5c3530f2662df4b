/**
 * violations: the violations_ views that have rows for the tenant of the transaction, and how many. Empty when healthy.
 *
 * It reads every edge: for the doctor and for audits. A repair checks its own nodes with repair_violations.
 */
create or replace view emend.violations with (security_invoker = true) as
  select v.tenant_id, v.violation, v.row_count from (
    select emend.current_tenant_id() as tenant_id, 'violations_backward_edge' as violation, count(*)::integer as row_count from emend.violations_backward_edge
    union all select emend.current_tenant_id(), 'violations_dangling_edge', count(*)::integer from emend.violations_dangling_edge
    union all select emend.current_tenant_id(), 'violations_kept_fault', count(*)::integer from emend.violations_kept_fault
    union all select emend.current_tenant_id(), 'violations_leftover_barrier', count(*)::integer from emend.violations_leftover_barrier
    union all select emend.current_tenant_id(), 'violations_plan_overlap', count(*)::integer from emend.violations_plan_overlap
    union all select emend.current_tenant_id(), 'violations_readable_fault', count(*)::integer from emend.violations_readable_fault
    union all select emend.current_tenant_id(), 'violations_rests_on_fault', count(*)::integer from emend.violations_rests_on_fault
    union all select emend.current_tenant_id(), 'violations_resurrected', count(*)::integer from emend.violations_resurrected
    union all select emend.current_tenant_id(), 'violations_stuck_fault', count(*)::integer from emend.violations_stuck_fault
    union all select emend.current_tenant_id(), 'violations_tombstone', count(*)::integer from emend.violations_tombstone
    union all select emend.current_tenant_id(), 'violations_unfinished_replay', count(*)::integer from emend.violations_unfinished_replay
    union all select emend.current_tenant_id(), 'violations_unjournalled', count(*)::integer from emend.violations_unjournalled
    union all select emend.current_tenant_id(), 'violations_unprotected_table', count(*)::integer from emend.violations_unprotected_table
  ) v where v.row_count > 0;
comment on view emend.violations is 'The violations_ views that have rows for the current tenant. Empty when healthy. Reads every edge.';
comment on column emend.violations.tenant_id is 'The current tenant.';
comment on column emend.violations.violation is 'Name of the view.';
comment on column emend.violations.row_count is 'Its rows.';

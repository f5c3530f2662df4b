/**
 * violations: the violations_ views that have rows for the tenant of the transaction, and how many. Empty when healthy.
 *
 * It reads every edge: for the doctor and for audits. A repair checks its own nodes with repair_violations.
 */
create or replace view emend.violations with (security_invoker = true) as
  select v.tenant_id, v.violation, v.row_count from emend.count_violations(emend.current_tenant_id()) v;
comment on view emend.violations is 'The violations_ views that have rows for the current tenant. Empty when healthy. Reads every edge.';
comment on column emend.violations.tenant_id is 'The current tenant.';
comment on column emend.violations.violation is 'Name of the view.';
comment on column emend.violations.row_count is 'Its rows.';

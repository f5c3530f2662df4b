/**
 * count_violations: the violations_ views that have rows for a tenant, and how many. No row when healthy.
 *
 * One statement a view, without JIT: all in one, compiling took longer than running.
 *
 * returns  by name of the view
 */
create or replace function emend.count_violations(p_tenant integer)
  returns table (tenant_id integer, violation text, row_count integer) language plpgsql stable set jit = off as $$
#variable_conflict use_column
begin
  return query select p_tenant, 'violations_backward_edge', count(*)::integer from emend.violations_backward_edge v where v.tenant_id = p_tenant having count(*) > 0;
  return query select p_tenant, 'violations_dangling_edge', count(*)::integer from emend.violations_dangling_edge v where v.tenant_id = p_tenant having count(*) > 0;
  return query select p_tenant, 'violations_kept_fault', count(*)::integer from emend.violations_kept_fault v where v.tenant_id = p_tenant having count(*) > 0;
  return query select p_tenant, 'violations_leftover_barrier', count(*)::integer from emend.violations_leftover_barrier v where v.tenant_id = p_tenant having count(*) > 0;
  return query select p_tenant, 'violations_plan_overlap', count(*)::integer from emend.violations_plan_overlap v where v.tenant_id = p_tenant having count(*) > 0;
  return query select p_tenant, 'violations_readable_fault', count(*)::integer from emend.violations_readable_fault v where v.tenant_id = p_tenant having count(*) > 0;
  return query select p_tenant, 'violations_rests_on_fault', count(*)::integer from emend.violations_rests_on_fault v where v.tenant_id = p_tenant having count(*) > 0;
  return query select p_tenant, 'violations_resurrected', count(*)::integer from emend.violations_resurrected v where v.tenant_id = p_tenant having count(*) > 0;
  return query select p_tenant, 'violations_stuck_fault', count(*)::integer from emend.violations_stuck_fault v where v.tenant_id = p_tenant having count(*) > 0;
  return query select p_tenant, 'violations_tombstone', count(*)::integer from emend.violations_tombstone v where v.tenant_id = p_tenant having count(*) > 0;
  return query select p_tenant, 'violations_unfinished_replay', count(*)::integer from emend.violations_unfinished_replay v where v.tenant_id = p_tenant having count(*) > 0;
  return query select p_tenant, 'violations_unjournalled', count(*)::integer from emend.violations_unjournalled v where v.tenant_id = p_tenant having count(*) > 0;
  return query select p_tenant, 'violations_unprotected_table', count(*)::integer from emend.violations_unprotected_table v where v.tenant_id = p_tenant having count(*) > 0;
end $$;
comment on function emend.count_violations(integer) is 'The violations_ views that have rows for a tenant, and how many.';

/**
 * settle_plan: commit a plan (B2), or let its repair wait: for an older repair that touches the same nodes, or for a person.
 *
 * Containment waits for nobody: what a plan would withdraw that waits for a person is withheld at once.
 *
 * p_approve_above  affected nodes of a plan that needs no person's approval; 0 = every plan needs it, null = none does. What rests on erased
 *                  data goes without asking
 * returns          planned; overlap or approval where it waits, which is announced once
 * others, raises   as commit_plan
 */
create or replace function emend.settle_plan(
  p_tenant integer, p_repair bigint, p_epoch integer, p_rows jsonb, p_hash text, p_graph_version bigint, p_failed_answer bigint,
  p_consequences bigint[], p_approve_above integer)
  returns text language plpgsql set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  v_waiting_for text;
  v_why text;
  v_affected integer := (select count(*) from jsonb_to_recordset(p_rows) as j(is_affected boolean) where j.is_affected);
begin
  perform emend.assert_lease(p_tenant, p_repair, p_epoch);
  if exists (select from emend.overlapping_repairs(p_tenant, p_repair, array(
       select j.node_id from jsonb_to_recordset(p_rows) as j(node_id bigint, is_affected boolean, disposition text)
        where j.is_affected or j.disposition <> 'preserve'))) then
    v_waiting_for := 'overlap';
    v_why := 'an older repair touches the same nodes';
  elsif v_affected > p_approve_above and not exists (
       select from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair and (r.options -> 'approved' = 'true' or r.options ? 'erasure')) then
    v_waiting_for := 'approval';
    v_why := format('its plan affects %s nodes, %s', v_affected, case p_approve_above when 0 then 'and every plan is approved by a person here'
                                                                     else format('more than %s', p_approve_above) end);
    perform emend.contain_plan(p_tenant, p_repair, p_rows);
  else
    perform emend.contain_plan(p_tenant, p_repair, p_rows, p_withholds := false) from emend.repair r
      where r.tenant_id = p_tenant and r.repair_id = p_repair and (r.contained_ids <> '{}' or r.waiting_reason is not null);
    perform emend.commit_plan(p_tenant, p_repair, p_epoch, p_rows, p_hash, p_graph_version, p_failed_answer, p_consequences);
    return 'planned';
  end if;
  perform emend.let_wait(p_tenant, p_repair, v_waiting_for, v_why);
  return v_waiting_for;
end $$;
comment on function emend.settle_plan(integer, bigint, integer, jsonb, text, bigint, bigint, bigint[], integer) is
  'Commits a plan (B2), or lets its repair wait for an older one or for a person; returns planned, overlap or approval.';

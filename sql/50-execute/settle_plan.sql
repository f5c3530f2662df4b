/**
 * settle_plan: commit a plan (B2), or let its repair wait: for an older repair that touches the same nodes, or for a person.
 *
 * Containment waits for nobody: what a plan would withdraw that waits for a person is withheld at once.
 *
 * p_approve_above, p_tools  as in await_plan
 * returns          planned; overlap or approval where it waits, which is announced once
 * others, raises   as commit_plan
 */
create or replace function emend.settle_plan(
  p_tenant integer, p_repair bigint, p_epoch integer, p_rows jsonb, p_hash text, p_graph_version bigint, p_failed_answer bigint,
  p_consequences bigint[], p_approve_above integer, p_tools jsonb)
  returns text language plpgsql set jit = off set plan_cache_mode = force_generic_plan as $$
begin
  perform emend.assert_lease(p_tenant, p_repair, p_epoch);
  if exists (select from emend.overlapping_repairs(p_tenant, p_repair, array(
       select j.node_id from jsonb_to_recordset(p_rows) as j(node_id bigint, is_affected boolean, disposition text)
        where j.is_affected or j.disposition <> 'preserve'))) then
    perform emend.let_wait(p_tenant, p_repair, 'overlap', 'an older repair touches the same nodes');
    return 'overlap';
  elsif emend.await_plan(p_tenant, p_repair, p_rows, p_hash, p_tools, p_approve_above) <> 'granted' then
    perform emend.contain_plan(p_tenant, p_repair, p_rows);
    return 'approval';
  end if;
  perform emend.contain_plan(p_tenant, p_repair, p_rows, p_withholds := false) from emend.repair r
    where r.tenant_id = p_tenant and r.repair_id = p_repair and (r.contained_ids <> '{}' or r.waiting_reason is not null);
  perform emend.commit_plan(p_tenant, p_repair, p_epoch, p_rows, p_hash, p_graph_version, p_failed_answer, p_consequences);
  return 'planned';
end $$;
comment on function emend.settle_plan(integer, bigint, integer, jsonb, text, bigint, bigint, bigint[], integer, jsonb) is
  'Commits a plan (B2), or lets its repair wait for an older one or for a person; returns planned, overlap or approval.';

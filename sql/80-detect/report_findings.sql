/**
 * report_findings: findings of a detector of ours become faults, each once and for ever.
 *
 * Left out is what any detector has said already of the same memory and type, in whatever state that is by now: what a person withdrew or
 * a repair has been undone for is not said again. So is a memory that is contained already. Rights are the caller's.
 *
 * p_detector  name; the fault names it as emend/<name>
 * p_memories, p_evidence, p_confidence  of each finding
 * p_hold      held for a person instead of repaired
 * returns     faults that are new
 */
create or replace function emend.report_findings(
    p_tenant integer, p_detector text, p_type emend.fault_type, p_memories bigint[], p_evidence text[], p_confidence real[], p_hold boolean)
  returns setof bigint language plpgsql as $$
begin
  return query
  insert into emend.fault as f (tenant_id, memory_id, type, detector, evidence, confidence, state)
  select p_tenant, n.external_id, p_type, 'emend/' || p_detector, x.evidence, x.confidence,
         case when p_hold then 'held' else 'open' end::emend.fault_state
    from unnest(p_memories, p_evidence, p_confidence) as x(memory_id, evidence, confidence)
    join emend.node n on n.tenant_id = p_tenant and n.node_id = x.memory_id
   where n.node_id in (select emend.unreported(p_tenant, p_type, p_memories))
   order by n.node_id
  on conflict do nothing
  returning f.fault_id;
end $$;
comment on function emend.report_findings(integer, text, emend.fault_type, bigint[], text[], real[], boolean) is
  'Findings of a detector become faults, each once; what was said of a memory before is not said again.';

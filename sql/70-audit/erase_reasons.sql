/**
 * erase_reasons: empty what was said about nodes that are erased: reasons and proofs of plans, the journal, errors of repairs and
 * what detectors wrote. Part of erase_nodes.
 *
 * p_repairs  repairs that had to do with one of the nodes
 * p_names    external ids of the nodes
 * p_parts    telling parts of them: what quotes one is emptied, whatever it is about
 */
create or replace function emend.erase_reasons(p_tenant integer, p_erasure bigint, p_nodes bigint[], p_repairs bigint[], p_names text[], p_parts text[]) returns void
  language plpgsql set jit = off as $$
declare
  v_faults bigint[];
  v_count bigint;
begin
  update emend.plan_row p set reason = 'erased', proof = case when p.proof is not null then jsonb_build_object('kind', p.proof -> 'kind') end
   where p.tenant_id = p_tenant and (p.node_id = any (p_nodes) or emend.has_part(p.reason, p_parts) or emend.json_has_part(p.proof, p_parts));
  get diagnostics v_count = row_count;
  perform emend.count_erased(p_tenant, p_erasure, 'plan_row', v_count);

  update emend.repair r set error_detail = 'erased' where r.tenant_id = p_tenant and r.error_detail is not null and (r.repair_id = any (p_repairs) or emend.has_part(r.error_detail, p_parts));
  get diagnostics v_count = row_count;
  perform emend.count_erased(p_tenant, p_erasure, 'repair', v_count);

  v_faults := array(select f.fault_id from emend.fault f
                     where f.tenant_id = p_tenant and (f.memory_id = any (p_names) or f.failed_answer_id = any (p_names)));
  update emend.fault f set evidence = null
   where f.tenant_id = p_tenant and (f.fault_id = any (v_faults) or f.repair_id = any (p_repairs) or emend.has_part(f.evidence, p_parts)) and f.evidence is not null;
  get diagnostics v_count = row_count;
  perform emend.count_erased(p_tenant, p_erasure, 'fault', v_count);

  update emend.journal j set reason = 'erased'
   where j.tenant_id = p_tenant and j.reason is not null
     and (j.node_id = any (p_nodes) or j.fault_id = any (v_faults) or (j.node_id is null and j.repair_id = any (p_repairs)) or emend.has_part(j.reason, p_parts));
  get diagnostics v_count = row_count;
  perform emend.count_erased(p_tenant, p_erasure, 'journal', v_count);
end $$;
comment on function emend.erase_reasons(integer, bigint, bigint[], bigint[], text[], text[]) is
  'Part of erase_user: empties what plans, the journal and detectors said about nodes which are erased.';

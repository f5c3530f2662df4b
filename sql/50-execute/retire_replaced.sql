/**
 * retire_replaced: a step that stood and was replayed all the same (a wider ring, an ablation) makes room for the new one.
 * The producer of a fault that is itself supported keeps its place: only its product was wrong.
 */
create or replace function emend.retire_replaced(p_tenant integer, p_repair bigint, p_step bigint) returns void
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  with retired as (
    insert into emend.step_state (tenant_id, step_id, validity, repair_id)
    select p_tenant, p.node_id, 'invalid', p_repair
      from emend.plan_row p
     where p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_id = p_step and not p.is_invalid and p.rule <> 'R4'
    on conflict do nothing returning step_id)
  insert into emend.journal (tenant_id, node_id, repair_id, action, from_status, to_status, reason, plan_hash)
  select p_tenant, d.step_id, p_repair, 'invalidate', 'valid', 'invalid', 'it was replayed, and the new step stands for it', r.plan_hash
    from retired d join emend.repair r on r.tenant_id = p_tenant and r.repair_id = p_repair;
end $$;
comment on function emend.retire_replaced(integer, bigint, bigint) is
  'A step that stood and was replayed all the same makes room for the new one.';

/**
 * record_result: boundary B5. Record the new nodes of one replayed step and write what came of it.
 *
 * p_items         the new nodes as in record_steps, in clock order; none where nothing was made
 * others, raises  as settle_step, and as record_steps
 * returns         state of the repair now: replayed when no step is left
 */
create or replace function emend.record_result(
  p_tenant integer, p_repair bigint, p_epoch integer, p_step bigint, p_state text, p_new_step text, p_is_changed boolean,
  p_replaces jsonb, p_items jsonb, p_evidence text[], p_detail jsonb)
  returns emend.repair_state language plpgsql set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  v_made bigint[] := '{}';
begin
  if p_items <> '[]' then
    perform set_config('emend.replayed_by', p_repair::text, true);
    select array_agg(r.node_id) into v_made from emend.record_steps(p_items) r;
    perform set_config('emend.replayed_by', '', true);
  end if;
  perform emend.settle_step(p_tenant, p_repair, p_epoch, p_step, p_state, p_new_step, p_is_changed, p_replaces, v_made, p_evidence, p_detail);
  return (select r.state from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair);
end $$;
comment on function emend.record_result(integer, bigint, integer, bigint, text, text, boolean, jsonb, jsonb, text[], jsonb) is
  'B5: records the new nodes of one replayed step and writes what came of it; returns the state of the repair.';

/**
 * set_memory_status: give several memories the same status; see set_memory_statuses.
 *
 * returns  how many rows changed
 */
create or replace function emend.set_memory_status(
    p_tenant integer, p_ids bigint[], p_status emend.memory_status, p_repair_id bigint default null, p_fault_id bigint default null,
    p_rule text default null, p_reason text default null, p_plan_hash text default null, p_actor text default null,
    p_release boolean default true)
  returns integer language plpgsql as $$
declare
  v_size integer[] := array[coalesce(cardinality(p_ids), 0)];
begin
  return emend.set_memory_statuses(p_tenant, p_ids, array_fill(p_status, v_size), array_fill(p_rule, v_size), array_fill(p_reason, v_size),
                                   p_repair_id, p_fault_id, p_plan_hash, p_actor, p_release);
end $$;
comment on function emend.set_memory_status(integer, bigint[], emend.memory_status, bigint, bigint, text, text, text, text, boolean) is
  'Give memories one status, with one rule and reason, and journal every change.';

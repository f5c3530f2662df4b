/**
 * release_memories: end the withholding of memories, whatever their status, and journal each.
 *
 * p_ids        memories; those that are not withheld are left alone
 * p_repair_id, p_fault_id, p_reason, p_plan_hash, p_actor  for the journal
 * returns      how many were released
 */
create or replace function emend.release_memories(
    p_tenant integer, p_ids bigint[], p_repair_id bigint, p_fault_id bigint, p_reason text, p_plan_hash text default null, p_actor text default null)
  returns integer language plpgsql as $$
declare
  v_ids bigint[];
  v_statuses emend.memory_status[];
begin
  select array_agg(s.memory_id order by s.memory_id), array_agg(s.status order by s.memory_id) into v_ids, v_statuses
    from unnest(p_ids) as i(id)
   cross join lateral (select m.memory_id, m.status from emend.memory_state m
                        where m.tenant_id = p_tenant and m.memory_id = i.id and m.is_withheld offset 0) s;
  if v_ids is null then
    return 0;
  end if;
  return emend.set_memory_statuses(p_tenant, v_ids, v_statuses, null, array_fill(p_reason, array[cardinality(v_ids)]),
                                   p_repair_id, p_fault_id, p_plan_hash, p_actor, p_release := true);
end $$;
comment on function emend.release_memories(integer, bigint[], bigint, bigint, text, text, text) is 'End the withholding of memories, with a row in the journal for each.';

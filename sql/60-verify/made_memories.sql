/**
 * made_memories: memories that a repair has recorded, for its verification; locks the repair as assert_lease does.
 *
 * returns  internal ids in order
 * raises   lost_lease
 */
create or replace function emend.made_memories(p_tenant integer, p_repair bigint, p_epoch integer) returns bigint[]
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  perform emend.assert_lease(p_tenant, p_repair, p_epoch);
  return array(
    select m.id from emend.replay_step r
     cross join lateral (
       select unnest(x.generated_ids) as id from emend.step x where x.tenant_id = p_tenant and x.step_id = r.new_step_id offset 0) m
     where r.tenant_id = p_tenant and r.repair_id = p_repair
     order by m.id);
end $$;
comment on function emend.made_memories(integer, bigint, integer) is 'Memories that a repair has recorded; locks the repair.';

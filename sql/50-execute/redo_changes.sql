/**
 * redo_changes: invert the journal rows of the last undo of a repair that had been done. undo_repair has checked and locked.
 *
 * returns  the state the repair had before it was undone
 * raises   repair_state when it was undone before it was done
 */
create or replace function emend.redo_changes(p_tenant integer, p_repair bigint, p_actor text) returns emend.repair_state
  language plpgsql as $$
declare
  v_marker bigint;
  v_end bigint;
  v_before text;
  v_hash text;
  v_undone_at timestamptz;
  v_group record;
begin
  select j.journal_id, j.from_status into v_marker, v_before from emend.journal j
   where j.tenant_id = p_tenant and j.repair_id = p_repair and j.node_id is null and j.to_status = 'undone'
   order by j.journal_id desc limit 1;
  select max(j.journal_id) into v_end from emend.journal j where j.tenant_id = p_tenant and j.repair_id = p_repair;
  if v_before is distinct from 'done' then
    raise exception 'repair % was undone while it was %, so it cannot be done again', p_repair, v_before
      using errcode = 'P0001', detail = format('emend:repair_state {"repair": %s, "state": "undone"}', p_repair),
            hint = 'Report the faults again.';
  end if;
  select r.plan_hash, r.undone_at into v_hash, v_undone_at from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair;
  perform emend.move_repair(p_tenant, p_repair, array['undone']::emend.repair_state[], 'done', p_actor);

  for v_group in
    select j.from_status::emend.memory_status as status, array_agg(j.node_id order by j.node_id) as ids
      from emend.journal j
      join emend.memory_state s on s.tenant_id = p_tenant and s.memory_id = j.node_id and s.status::text = j.to_status
     where j.tenant_id = p_tenant and j.repair_id = p_repair and j.journal_id > v_marker and j.journal_id <= v_end
       and j.action = 'set_status' and j.from_status <> 'withheld'
     group by j.from_status
  loop
    perform emend.set_memory_status(p_tenant, v_group.ids, v_group.status, p_repair, null, null, 'the repair was done again', v_hash, p_actor);
  end loop;

  with undone as (
    select j.node_id, j.from_status, j.to_status from emend.journal j
      join emend.step t on t.tenant_id = p_tenant and t.step_id = j.node_id
     where j.tenant_id = p_tenant and j.repair_id = p_repair and j.journal_id > v_marker and j.journal_id <= v_end),
  back as (
    insert into emend.step_state (tenant_id, step_id, validity, repair_id, is_stale_answer)
    select p_tenant, u.node_id, 'invalid', p_repair, coalesce(p.is_stale_answer, false) from undone u
      left join emend.plan_row p on p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_id = u.node_id
     where u.to_status = 'valid' on conflict do nothing returning step_id),
  cleared as (
    delete from emend.step_state s using undone u
     where s.tenant_id = p_tenant and s.repair_id = p_repair and s.step_id = u.node_id and u.to_status = 'invalid' returning s.step_id)
  insert into emend.journal (tenant_id, node_id, repair_id, actor, action, from_status, to_status, reason, plan_hash)
  select p_tenant, b.step_id, p_repair, p_actor, 'invalidate', 'valid', 'invalid', 'the repair was done again', v_hash from back b
  union all
  select p_tenant, c.step_id, p_repair, p_actor, 'restore', 'invalid', 'valid', 'the repair was done again', v_hash from cleared c;

  update emend.tombstone t set lifted_at = null
   where t.tenant_id = p_tenant and t.repair_id = p_repair and t.lifted_at = v_undone_at;
  update emend.fault f set state = 'done' where f.tenant_id = p_tenant and f.repair_id = p_repair and f.state = 'withdrawn';
  insert into emend.event (tenant_id, type, repair_id) values (p_tenant, 'repair:redone', p_repair);
  perform emend.withhold_since_undo(p_tenant, p_repair, p_actor);
  return 'done';
end $$;
comment on function emend.redo_changes(integer, bigint, text) is 'Inverts the last undo of a repair; call undo_repair.';

/**
 * redo_changes: do again what the last undo of a repair has taken back. undo_repair has checked and locked.
 *
 * returns  the state the repair had before it was undone
 * raises   repair_state when it was undone before it was done
 */
create or replace function emend.redo_changes(p_tenant integer, p_repair bigint, p_actor text) returns emend.repair_state
  language plpgsql as $$
declare
  v_marker bigint;
  v_before text;
  v_undone_at timestamptz;
  v_merged bigint[];
begin
  select j.journal_id, j.from_status into v_marker, v_before from emend.journal j
   where j.tenant_id = p_tenant and j.repair_id = p_repair and j.node_id is null and j.to_status = 'undone'
   order by j.journal_id desc limit 1;
  if v_before is distinct from 'done' then
    raise exception 'repair % was undone while it was %, so it cannot be done again', p_repair, v_before
      using errcode = 'P0001', detail = format('emend:repair_state {"repair": %s, "state": "undone"}', p_repair),
            hint = 'Report the faults again.';
  end if;
  select r.undone_at, r.merged_repairs into v_undone_at, v_merged from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair;
  perform emend.merge_repairs(p_tenant, p_repair, v_merged, p_actor);
  perform emend.bring_back(p_tenant, p_repair, v_marker, 'the repair was done again', p_actor);
  perform emend.move_repair(p_tenant, p_repair, array['undone']::emend.repair_state[], 'done', p_actor);
  update emend.tombstone t set lifted_at = null
   where t.tenant_id = p_tenant and t.repair_id = p_repair and t.lifted_at = v_undone_at;
  update emend.fault f set state = 'done' where f.tenant_id = p_tenant and f.repair_id = p_repair and f.state in ('withdrawn', 'claimed');
  insert into emend.event (tenant_id, type, repair_id) values (p_tenant, 'repair:redone', p_repair);
  perform emend.withhold_since_undo(p_tenant, p_repair, p_actor);
  return 'done';
end $$;
comment on function emend.redo_changes(integer, bigint, text) is 'Does again what the last undo of a repair has taken back; call undo_repair.';

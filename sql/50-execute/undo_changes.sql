/**
 * undo_changes: the changes of undo_repair, which has checked and locked. Repairs that this one had taken over stand again.
 */
create or replace function emend.undo_changes(p_tenant integer, p_repair bigint, p_actor text) returns void
  language plpgsql as $$
begin
  perform emend.contain_plan(p_tenant, p_repair, '[]', p_actor) from emend.repair r
    where r.tenant_id = p_tenant and r.repair_id = p_repair and r.state = 'open' and r.waiting_reason is not null;
  perform emend.move_repair(p_tenant, p_repair,
    array['open', 'planned', 'applied', 'replayed', 'finished', 'done', 'failed']::emend.repair_state[], 'undone', p_actor);
  perform emend.unmerge_repairs(p_tenant, p_repair, true, p_actor);
  perform emend.take_back(p_tenant, p_repair, 'the repair was undone', p_actor);
  update emend.tombstone t set lifted_at = now()
   where t.tenant_id = p_tenant and t.repair_id = p_repair and t.lifted_at is null;
  update emend.fault f set state = 'withdrawn'
   where f.tenant_id = p_tenant and f.repair_id = p_repair and f.state <> 'withdrawn';
  insert into emend.event (tenant_id, type, node_id, repair_id)
  select p_tenant, 'answer:restored', r.failed_answer_id, p_repair from emend.repair r
   where r.tenant_id = p_tenant and r.repair_id = p_repair and r.new_answer_id is not null;
  perform emend.unmerge_repairs(p_tenant, p_repair, false, p_actor);
end $$;
comment on function emend.undo_changes(integer, bigint, text) is 'The changes of undo_repair; call that.';

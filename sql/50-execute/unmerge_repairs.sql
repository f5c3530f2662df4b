/**
 * unmerge_repairs: what a repair had taken over stands again, as it was; undo_repair calls it.
 *
 * Twice: before the changes of the repair are taken back, so that faults and tombstones go home and are not withdrawn with it; and after,
 * oldest first, to bring back what the merged repairs had done.
 *
 * p_faults  true before, false after
 * p_actor   for the journal
 */
create or replace function emend.unmerge_repairs(p_tenant integer, p_repair bigint, p_faults boolean, p_actor text) returns void
  language plpgsql as $$
declare
  v_one record;
begin
  for v_one in
    select m.repair_id, m.plan_hash from emend.repair r
      join emend.repair m on m.tenant_id = p_tenant and m.repair_id = any (r.merged_repairs)
     where r.tenant_id = p_tenant and r.repair_id = p_repair and m.state = 'undone'
     order by m.planned_at, m.repair_id
  loop
    if p_faults then
      update emend.fault f
         set repair_id = v_one.repair_id,
             state = case when exists (select from emend.journal j where j.tenant_id = p_tenant and j.repair_id = v_one.repair_id
                                          and j.fault_id = f.fault_id and j.action = 'contest')
                          then 'needs_person' else 'done' end::emend.fault_state
       where f.tenant_id = p_tenant and f.repair_id = p_repair and f.state <> 'withdrawn'
         and exists (select from emend.journal j where j.tenant_id = p_tenant and j.repair_id = v_one.repair_id
                        and j.fault_id = f.fault_id and j.action = 'claim');
      update emend.tombstone t set repair_id = v_one.repair_id
       where t.tenant_id = p_tenant and t.repair_id = p_repair and t.lifted_at is null
         and exists (select from emend.plan_row p where p.tenant_id = p_tenant and p.repair_id = v_one.repair_id
                        and p.node_id = t.memory_id and p.disposition = 'delete');
    else
      update emend.step_state s set repair_id = v_one.repair_id
        from emend.replay_step y, jsonb_array_elements_text(y.detail -> 'made') made(id)
       where y.tenant_id = p_tenant and y.repair_id = v_one.repair_id
         and s.tenant_id = p_tenant and s.step_id = made.id::bigint and s.repair_id = p_repair;
      perform emend.bring_back(p_tenant, v_one.repair_id,
                               (select max(j.journal_id) from emend.journal j where j.tenant_id = p_tenant and j.repair_id = v_one.repair_id
                                   and j.node_id is null and j.to_status = 'undone'),
                               format('repair %s, which had taken it over, was undone', p_repair), p_actor);
      insert into emend.journal (tenant_id, repair_id, actor, action, from_status, to_status, reason, plan_hash)
      values (p_tenant, v_one.repair_id, p_actor, 'unmerge', 'undone', 'done', format('repair %s, which had taken it over, was undone', p_repair), v_one.plan_hash);
      update emend.repair r set state = 'done', undone_at = null where r.tenant_id = p_tenant and r.repair_id = v_one.repair_id;
      insert into emend.event (tenant_id, type, repair_id) values (p_tenant, 'repair:redone', v_one.repair_id);
    end if;
  end loop;
end $$;
comment on function emend.unmerge_repairs(integer, bigint, boolean, text) is
  'What a repair had taken over stands again, as it was.';

/**
 * undo_changes: the changes of undo_repair, which has checked and locked. Only what still is as the repair left it changes.
 */
create or replace function emend.undo_changes(p_tenant integer, p_repair bigint, p_actor text) returns void
  language plpgsql as $$
declare
  v_hash text;
  v_applied_at timestamptz;
  v_group record;
begin
  perform emend.move_repair(p_tenant, p_repair,
    array['open', 'planned', 'applied', 'replayed', 'finished', 'done', 'failed']::emend.repair_state[], 'undone', p_actor);
  select r.plan_hash, r.applied_at into v_hash, v_applied_at from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair;

  for v_group in
    select p.status_before as status, array_agg(p.node_id order by p.node_id) as ids, 'the repair was undone' as reason
      from emend.plan_row p
      join emend.memory_state s on s.tenant_id = p_tenant and s.memory_id = p.node_id
     where p.tenant_id = p_tenant and p.repair_id = p_repair and s.status <> p.status_before
       and (p.disposition in ('delete', 'quarantine') and s.status in ('deleted', 'quarantined')
            or p.disposition = 'reopen' and s.status in ('active', 'superseded'))
     group by p.status_before
    union all
    select 'superseded', array_agg(s.memory_id order by s.memory_id), 'the repair that made it was undone'
      from emend.memory_state s
     where s.tenant_id = p_tenant and s.status = 'active'
       and s.memory_id in (select made.id::bigint from emend.replay_step t, jsonb_array_elements_text(t.detail -> 'made') made(id)
                            where t.tenant_id = p_tenant and t.repair_id = p_repair)
    having count(*) > 0
    union all
    select 'active', array_agg(s.memory_id order by s.memory_id), 'the repair that retired it was undone'
      from emend.memory_state s
     where s.tenant_id = p_tenant and s.status in ('superseded', 'deleted')
       and s.memory_id in (
         select e.source_id from emend.edge e
           join emend.replay_step t on t.tenant_id = p_tenant and t.repair_id = p_repair
          cross join jsonb_array_elements_text(t.detail -> 'made') made(id)
          where e.tenant_id = p_tenant and e.target_id = made.id::bigint and e.label in ('delete', 'update', 'consolidate', 'supersede'))
       and not exists (select from emend.plan_row p where p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_id = s.memory_id
                          and p.disposition in ('delete', 'quarantine', 'reopen'))
       and exists (select from emend.journal j where j.tenant_id = p_tenant and j.node_id = s.memory_id and j.to_status = s.status::text
                      and j.from_status = 'active' and j.written_at >= v_applied_at)
    having count(*) > 0
  loop
    perform emend.set_memory_status(p_tenant, v_group.ids, v_group.status, p_repair, null, null, v_group.reason, v_hash, p_actor);
  end loop;
  perform emend.release_memories(p_tenant, array_agg(s.memory_id), p_repair, null, 'the repair was undone', v_hash, p_actor)
     from emend.memory_state s
   where s.tenant_id = p_tenant and s.is_withheld
     and (s.memory_id in (select p.node_id from emend.plan_row p where p.tenant_id = p_tenant and p.repair_id = p_repair)
          or s.memory_id in (select n.node_id from emend.fault f join emend.node n on n.tenant_id = p_tenant and n.external_id = f.memory_id
                              where f.tenant_id = p_tenant and f.repair_id = p_repair))
     and not emend.is_held_elsewhere(p_tenant, s.memory_id, p_repair);

  with again as (
    delete from emend.step_state s where s.tenant_id = p_tenant and s.repair_id = p_repair returning s.step_id, s.validity)
  insert into emend.journal (tenant_id, node_id, repair_id, actor, action, from_status, to_status, reason, plan_hash)
  select p_tenant, a.step_id, p_repair, p_actor, 'restore', a.validity::text, 'valid', 'the repair was undone', v_hash
    from again a order by a.step_id;
  with gone as (
    insert into emend.step_state (tenant_id, step_id, validity, repair_id)
    select p_tenant, t.step_id, 'invalid', p_repair from emend.step t
     where t.tenant_id = p_tenant
       and t.step_id in (select made.id::bigint from emend.replay_step s, jsonb_array_elements_text(s.detail -> 'made') made(id)
                          where s.tenant_id = p_tenant and s.repair_id = p_repair)
    on conflict do nothing returning step_id)
  insert into emend.journal (tenant_id, node_id, repair_id, actor, action, from_status, to_status, reason, plan_hash)
  select p_tenant, g.step_id, p_repair, p_actor, 'invalidate', 'valid', 'invalid', 'the repair that made it was undone', v_hash
    from gone g order by g.step_id;

  update emend.tombstone t set lifted_at = now()
   where t.tenant_id = p_tenant and t.repair_id = p_repair and t.lifted_at is null;
  update emend.fault f set state = 'withdrawn'
   where f.tenant_id = p_tenant and f.repair_id = p_repair and f.state <> 'withdrawn';
  insert into emend.event (tenant_id, type, node_id, repair_id)
  select p_tenant, 'answer:restored', r.failed_answer_id, p_repair from emend.repair r
   where r.tenant_id = p_tenant and r.repair_id = p_repair and r.new_answer_id is not null;
end $$;
comment on function emend.undo_changes(integer, bigint, text) is 'The changes of undo_repair; call that.';

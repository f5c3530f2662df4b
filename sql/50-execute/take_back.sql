/**
 * take_back: put memories and steps back as they were before a repair. Only what still is as the repair left it changes.
 *
 * What the repair wrote leaves the active store and may not be cited. Whoever calls has moved the repair to undone, and says what
 * becomes of its faults and tombstones.
 *
 * p_reason, p_actor  for the journal
 */
create or replace function emend.take_back(p_tenant integer, p_repair bigint, p_reason text, p_actor text) returns void
  language plpgsql as $$
declare
  v_hash text;
  v_applied_at timestamptz;
  v_group record;
begin
  select r.plan_hash, r.applied_at into v_hash, v_applied_at from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair;

  for v_group in
    select p.status_before as status, array_agg(p.node_id order by p.node_id) as ids, p_reason as reason
      from emend.plan_row p
      join emend.memory_state s on s.tenant_id = p_tenant and s.memory_id = p.node_id
     where p.tenant_id = p_tenant and p.repair_id = p_repair and s.status <> p.status_before
       and (p.disposition in ('delete', 'quarantine') and s.status in ('deleted', 'quarantined')
            or p.disposition = 'reopen' and s.status in ('active', 'superseded'))
     group by p.status_before
    union all
    select 'quarantined', array_agg(s.memory_id order by s.memory_id), p_reason || ', and with it what it made'
      from emend.memory_state s
     where s.tenant_id = p_tenant and s.status in ('active', 'superseded')
       and s.memory_id in (select made.id::bigint from emend.replay_step t, jsonb_array_elements_text(t.detail -> 'made') made(id)
                            where t.tenant_id = p_tenant and t.repair_id = p_repair)
    having count(*) > 0
    union all
    select 'active', array_agg(s.memory_id order by s.memory_id), p_reason || ', and with it what it retired'
      from emend.memory_state s
     where s.tenant_id = p_tenant and s.status in ('superseded', 'deleted')
       and s.memory_id in (
         select e.source_id from emend.edge e
           join emend.replay_step t on t.tenant_id = p_tenant and t.repair_id = p_repair
          cross join jsonb_array_elements_text(t.detail -> 'made') made(id)
          where e.tenant_id = p_tenant and e.target_id = made.id::bigint and e.label in ('delete', 'update', 'consolidate', 'supersede'))
       and s.memory_id not in (select made.id::bigint from emend.replay_step t, jsonb_array_elements_text(t.detail -> 'made') made(id)
                                where t.tenant_id = p_tenant and t.repair_id = p_repair)
       and not exists (select from emend.plan_row p where p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_id = s.memory_id
                          and p.disposition in ('delete', 'quarantine', 'reopen'))
       and exists (select from emend.journal j where j.tenant_id = p_tenant and j.node_id = s.memory_id and j.to_status = s.status::text
                      and j.from_status = 'active' and j.written_at >= v_applied_at)
    having count(*) > 0
  loop
    perform emend.set_memory_status(p_tenant, v_group.ids, v_group.status, p_repair, null, null, v_group.reason, v_hash, p_actor, p_release := false);
  end loop;
  perform emend.release_memories(p_tenant, array_agg(s.memory_id), p_repair, null, p_reason, v_hash, p_actor)
     from emend.memory_state s
   where s.tenant_id = p_tenant and s.is_withheld
     and (s.memory_id in (select p.node_id from emend.plan_row p where p.tenant_id = p_tenant and p.repair_id = p_repair)
          or s.memory_id in (select n.node_id from emend.fault f join emend.node n on n.tenant_id = p_tenant and n.external_id = f.memory_id
                              where f.tenant_id = p_tenant and f.repair_id = p_repair)
          or s.memory_id in (select c.id from emend.repair r, unnest(r.contained_ids) as c(id) where r.tenant_id = p_tenant and r.repair_id = p_repair))
     and not emend.is_held_elsewhere(p_tenant, s.memory_id, p_repair);
  update emend.repair r set contained_ids = '{}' where r.tenant_id = p_tenant and r.repair_id = p_repair and r.contained_ids <> '{}';

  with again as (
    delete from emend.step_state s where s.tenant_id = p_tenant and s.repair_id = p_repair returning s.step_id, s.validity)
  insert into emend.journal (tenant_id, node_id, repair_id, actor, action, from_status, to_status, reason, plan_hash)
  select p_tenant, a.step_id, p_repair, p_actor, 'restore', a.validity::text, 'valid', p_reason, v_hash
    from again a order by a.step_id;
  with gone as (
    insert into emend.step_state (tenant_id, step_id, validity, repair_id)
    select p_tenant, t.step_id, 'invalid', p_repair from emend.step t
     where t.tenant_id = p_tenant
       and t.step_id in (select made.id::bigint from emend.replay_step s, jsonb_array_elements_text(s.detail -> 'made') made(id)
                          where s.tenant_id = p_tenant and s.repair_id = p_repair)
    on conflict do nothing returning step_id)
  insert into emend.journal (tenant_id, node_id, repair_id, actor, action, from_status, to_status, reason, plan_hash)
  select p_tenant, g.step_id, p_repair, p_actor, 'invalidate', 'valid', 'invalid', p_reason || ', and with it what it made', v_hash
    from gone g order by g.step_id;
end $$;
comment on function emend.take_back(integer, bigint, text, text) is
  'Puts memories and steps back as they were before a repair.';

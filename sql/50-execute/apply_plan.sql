/**
 * apply_plan: boundary B3. All dispositions of a plan in one transaction: readers see before or after, never between.
 *
 * Deletes, quarantines and reopens memories, makes steps invalid, buries what was deleted, marks and announces stale
 * answers, and lays out the steps to replay. Set-based; a second call changes no row.
 *
 * returns  true when it applied, false when the plan was applied before
 * raises   lost_lease; repair_state when the repair has no plan
 */
create or replace function emend.apply_plan(p_tenant integer, p_repair bigint, p_epoch integer) returns boolean
  language plpgsql as $$
declare
  v_state emend.repair_state;
  v_hash text;
  v_fault bigint;
  v_clock bigint;
  v_group record;
begin
  perform emend.assert_lease(p_tenant, p_repair, p_epoch);
  select r.state, r.plan_hash into v_state, v_hash from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair;
  if v_state in ('applied', 'replayed', 'finished', 'done') then
    return false;
  end if;
  perform emend.move_repair(p_tenant, p_repair, array['planned']::emend.repair_state[], 'applied');
  select min(f.fault_id) into v_fault from emend.fault f where f.tenant_id = p_tenant and f.repair_id = p_repair;

  for v_group in
    select coalesce(f.fault_id, v_fault) as fault_id, array_agg(p.node_id order by p.node_id) as ids,
           array_agg(case p.disposition when 'delete' then 'deleted' when 'quarantine' then 'quarantined' else 'active' end::emend.memory_status
                     order by p.node_id) as statuses,
           array_agg(p.rule order by p.node_id) as rules, array_agg(p.reason order by p.node_id) as reasons
      from emend.plan_row p
      join emend.node n on n.tenant_id = p_tenant and n.node_id = p.node_id
      left join lateral (select min(x.fault_id) as fault_id from emend.fault x
                          where x.tenant_id = p_tenant and x.repair_id = p_repair and x.memory_id = n.external_id) f on p.disposition = 'delete'
     where p.tenant_id = p_tenant and p.repair_id = p_repair and p.disposition in ('delete', 'quarantine', 'reopen')
     group by coalesce(f.fault_id, v_fault)
  loop
    perform emend.set_memory_statuses(p_tenant, v_group.ids, v_group.statuses, v_group.rules, v_group.reasons, p_repair, v_group.fault_id, v_hash);
  end loop;

  v_clock := nextval('emend.node_id_seq');
  insert into emend.tombstone (tenant_id, memory_id, fault_id, repair_id, user_id, content_digest, buried_t)
  select p_tenant, p.node_id, min(f.fault_id), p_repair, n.user_id, emend.content_digest(m.content), v_clock
    from emend.plan_row p
    join emend.node n on n.tenant_id = p_tenant and n.node_id = p.node_id
    join emend.memory m on m.tenant_id = p_tenant and m.memory_id = p.node_id
    left join emend.fault f on f.tenant_id = p_tenant and f.repair_id = p_repair and f.memory_id = n.external_id
   where p.tenant_id = p_tenant and p.repair_id = p_repair and p.disposition = 'delete'
   group by p.node_id, n.user_id, m.content
  on conflict do nothing;

  with changed as (
    update emend.step_state s
       set validity = 'invalid', changed_at = now(), is_stale_answer = p.is_stale_answer
      from emend.plan_row p
     where p.tenant_id = p_tenant and p.repair_id = p_repair and p.is_invalid
       and s.tenant_id = p_tenant and s.step_id = p.node_id and s.repair_id = p_repair and s.validity = 'withheld'
    returning p.node_id, p.rule, p.reason, p.is_stale_answer),
  written as (
    insert into emend.journal (tenant_id, node_id, repair_id, fault_id, action, from_status, to_status, rule, reason, plan_hash)
    select p_tenant, c.node_id, p_repair, v_fault, 'invalidate', 'valid', 'invalid', c.rule, c.reason, v_hash
      from changed c order by c.node_id)
  insert into emend.event (tenant_id, type, node_id, repair_id)
  select p_tenant, 'answer:stale', c.node_id, p_repair from changed c where c.is_stale_answer order by c.node_id;

  insert into emend.replay_step (tenant_id, repair_id, step_id, position)
  select p_tenant, p_repair, p.node_id, p.replay_position from emend.plan_row p
   where p.tenant_id = p_tenant and p.repair_id = p_repair and p.disposition = 'replay'
  on conflict do nothing;

  update emend.repair r set applied_at = now() where r.tenant_id = p_tenant and r.repair_id = p_repair;
  return true;
end $$;
comment on function emend.apply_plan(integer, bigint, integer) is
  'B3: all dispositions of a plan in one transaction; false, and nothing changed, when it was applied before.';

/**
 * apply_plan: boundary B3. All dispositions of a plan in one transaction: readers see before or after, never between.
 *
 * Deletes, quarantines and reopens memories, makes steps invalid, buries what was deleted, marks and announces stale
 * answers, and lays out the steps to replay. Set-based; a second call changes no row. Look-ups are lateral and updates by array, so that
 * no join is planned for a tenant that the planner believes to be empty: that took a hundred times longer.
 *
 * Where the tenant came under review since the plan was committed, it waits for a person first.
 *
 * p_tools, p_limit  as in await_growth
 * returns  true when it applied, false when the plan was applied before; null when it waits for a person
 * raises   lost_lease; repair_state when the repair has no plan
 */
create or replace function emend.apply_plan(p_tenant integer, p_repair bigint, p_epoch integer, p_tools jsonb default null, p_limit integer default null)
  returns boolean
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_state emend.repair_state;
  v_hash text;
  v_fault bigint;
  v_clock bigint;
  v_group record;
  v_invalid bigint[];
  v_stale bigint[];
begin
  perform emend.lock_tenant(p_tenant);
  perform emend.assert_lease(p_tenant, p_repair, p_epoch);
  select r.state, r.plan_hash into v_state, v_hash from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair;
  if v_state in ('applied', 'replayed', 'finished', 'done') then
    return false;
  elsif v_state = 'planned' and emend.await_growth(p_tenant, p_repair, '[]', p_tools, p_limit) <> 'granted' then
    return null;
  end if;
  perform emend.move_repair(p_tenant, p_repair, array['planned']::emend.repair_state[], 'applied');
  select min(f.fault_id) into v_fault from emend.fault f where f.tenant_id = p_tenant and f.repair_id = p_repair;

  for v_group in
    select coalesce(f.fault_id, v_fault) as fault_id, array_agg(p.node_id order by p.node_id) as ids,
           array_agg(case p.disposition when 'delete' then 'deleted' when 'quarantine' then 'quarantined' else 'active' end::emend.memory_status
                     order by p.node_id) as statuses,
           array_agg(p.rule order by p.node_id) as rules, array_agg(p.reason order by p.node_id) as reasons
      from emend.plan_row p
      left join lateral (select emend.fault_of(p_tenant, p_repair, p.node_id) as fault_id where p.disposition = 'delete') f on true
     where p.tenant_id = p_tenant and p.repair_id = p_repair and p.disposition in ('delete', 'quarantine', 'reopen')
     group by coalesce(f.fault_id, v_fault)
  loop
    perform emend.set_memory_statuses(p_tenant, v_group.ids, v_group.statuses, v_group.rules, v_group.reasons, p_repair, v_group.fault_id, v_hash);
  end loop;

  v_clock := nextval('emend.node_id_seq');
  insert into emend.tombstone (tenant_id, memory_id, fault_id, repair_id, user_id, content_digest, buried_t)
  select p_tenant, p.node_id, emend.fault_of(p_tenant, p_repair, p.node_id), p_repair, n.user_id, emend.content_digest(m.content), v_clock
    from emend.plan_row p
   cross join lateral (select x.user_id from emend.node x where x.tenant_id = p_tenant and x.node_id = p.node_id offset 0) n
   cross join lateral (select x.content from emend.memory x where x.tenant_id = p_tenant and x.memory_id = p.node_id offset 0) m
   where p.tenant_id = p_tenant and p.repair_id = p_repair and p.disposition = 'delete'
     and not exists (select from emend.erased_node e where e.tenant_id = p_tenant and e.node_id = p.node_id)  -- was buried with its text
  on conflict do nothing;

  select coalesce(array_agg(p.node_id), '{}'), coalesce(array_agg(p.node_id) filter (where p.is_stale_answer), '{}') into v_invalid, v_stale
    from emend.plan_row p where p.tenant_id = p_tenant and p.repair_id = p_repair and p.is_invalid;
  with changed as (
    update emend.step_state s
       set validity = 'invalid', changed_at = now(), is_stale_answer = s.step_id = any (v_stale)
     where s.tenant_id = p_tenant and s.step_id = any (v_invalid) and s.repair_id = p_repair and s.validity = 'withheld'
    returning s.step_id, s.is_stale_answer),
  written as (
    insert into emend.journal (tenant_id, node_id, repair_id, fault_id, action, from_status, to_status, rule, reason, plan_hash)
    select p_tenant, c.step_id, p_repair, v_fault, 'invalidate', 'valid', 'invalid', p.rule, p.reason, v_hash
      from changed c
     cross join lateral (select x.rule, x.reason from emend.plan_row x
                          where x.tenant_id = p_tenant and x.repair_id = p_repair and x.node_id = c.step_id offset 0) p
     order by c.step_id)
  insert into emend.event (tenant_id, type, node_id, repair_id)
  select p_tenant, 'answer:stale', c.step_id, p_repair from changed c where c.is_stale_answer order by c.step_id;

  insert into emend.replay_step (tenant_id, repair_id, step_id, position)
  select p_tenant, p_repair, p.node_id, p.replay_position from emend.plan_row p
   where p.tenant_id = p_tenant and p.repair_id = p_repair and p.disposition = 'replay'
  on conflict do nothing;

  update emend.repair r set applied_at = now() where r.tenant_id = p_tenant and r.repair_id = p_repair;
  perform emend.erase_derived(p_tenant, p_repair) where exists (select from emend.erasure e where e.tenant_id = p_tenant and e.repair_id = p_repair);
  return true;
end $$;
comment on function emend.apply_plan(integer, bigint, integer, jsonb, integer) is
  'B3: all dispositions of a plan in one transaction; false, and nothing changed, when it was applied before.';

/**
 * decide_repair: a person's decision about what a repair waits for.
 *
 * What is approved is what the person was shown, and the repair goes on from where it waits. A plan that is refused before it was applied ends its
 * repair as failed, what it withheld beyond the diagnosed memories comes back, and its faults need a person; what is refused later is left out, and
 * what was recorded on withdrawn evidence stays withheld. Tool calls that are approved run at most once; those that are skipped do not, and the replay goes on.
 *
 * p_seen   hash of what the person was shown (approval.hash); null = whatever waits now
 * returns  (approval or tool, names of the tools, effects and growth of what was decided with the ids that everybody uses)
 * raises   not_found; repair_state when it waits for no person; plan_changed when something else waits than was seen
 */
create or replace function emend.decide_repair(p_tenant integer, p_repair bigint, p_approves boolean, p_actor text, p_seen text default null)
  returns table (what text, tools text[], effects jsonb, growth jsonb) language plpgsql as $$
declare
  v_repair emend.repair;
  v_asked emend.approval;
  v_tools text[];
begin
  select r.* into v_repair from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair for no key update;
  if v_repair.repair_id is null then
    raise exception 'there is no repair %', p_repair using errcode = 'P0001', detail = format('emend:not_found {"repair": %s}', p_repair);
  elsif v_repair.state in ('failed', 'undone') or coalesce(v_repair.waiting_for, '') not in ('approval', 'tool') then
    raise exception 'repair % waits for no person', p_repair
      using errcode = 'P0001', detail = format('emend:repair_state {"repair": %s}', p_repair);
  end if;
  if v_repair.waiting_for = 'approval' then
    select a.* into v_asked from emend.approval a where a.tenant_id = p_tenant and a.repair_id = p_repair order by a.approval_id desc limit 1;
  end if;
  if p_seen is not null and v_asked.hash is distinct from p_seen then
    perform emend.refuse('plan_changed', format('what repair %s waits with is not what you were shown', p_repair),
                         jsonb_build_object('repair', p_repair, 'hash', v_asked.hash));
  end if;
  with decided as (
    update emend.tool_call c
       set state = case when p_approves then 'approved' else 'skipped' end, decided_by = p_actor
     where c.tenant_id = p_tenant and c.repair_id = p_repair and c.state in ('waiting', 'lost') and v_repair.waiting_for = 'tool'
    returning c.step_id, c.tool_name),
  written as (
    insert into emend.journal (tenant_id, node_id, repair_id, actor, action, reason)
    select p_tenant, d.step_id, p_repair, p_actor, case when p_approves then 'approve' else 'skip' end, 'call of ' || d.tool_name from decided d)
  select coalesce(array_agg(d.tool_name order by d.tool_name), '{}') into v_tools from decided d;
  update emend.replay_step s set state = 'pending'
   where s.tenant_id = p_tenant and s.repair_id = p_repair and s.state = 'waiting' and v_repair.waiting_for = 'tool';
  update emend.repair r set waiting_for = null, attempt_count = 0, leased_until = null, lease_owner = null
   where r.tenant_id = p_tenant and r.repair_id = p_repair;
  if v_repair.waiting_for = 'approval' then
    update emend.approval a set is_approved = p_approves, decided_by = p_actor, decided_at = clock_timestamp()
     where a.tenant_id = p_tenant and a.approval_id = v_asked.approval_id and a.is_approved is null;
    insert into emend.journal (tenant_id, repair_id, actor, action, reason, plan_hash)
    values (p_tenant, p_repair, p_actor, case when p_approves then 'approve' else 'refuse' end, coalesce(v_repair.waiting_reason, 'a plan that waited'), v_asked.plan_hash);
    if not p_approves and v_repair.state in ('open', 'planned') then
      perform emend.contain_plan(p_tenant, p_repair, '[]', p_actor) where v_repair.state = 'open';
      perform emend.move_repair(p_tenant, p_repair, array['open', 'planned']::emend.repair_state[], 'failed', p_actor);
      perform emend.let_go(p_tenant, p_repair, 'its plan was refused', p_actor) where v_repair.state = 'planned';
      update emend.repair r set error_code = 'blast_radius', error_detail = 'refused by ' || p_actor
       where r.tenant_id = p_tenant and r.repair_id = p_repair;
      update emend.fault f set state = 'needs_person'
       where f.tenant_id = p_tenant and f.repair_id = p_repair and f.state in ('open', 'claimed');
      return query select 'approval', v_tools, emend.named_effects(p_tenant, v_asked.effects), emend.named_effects(p_tenant, v_asked.growth);
      return;
    end if;
    perform emend.nudge(p_tenant) where p_approves; -- what was recorded late is taken in
  end if;
  perform emend.nudge(p_tenant, emend.next_task(v_repair.state), p_repair) where emend.next_task(v_repair.state) is not null;
  return query select v_repair.waiting_for, v_tools, emend.named_effects(p_tenant, v_asked.effects), emend.named_effects(p_tenant, v_asked.growth);
end $$;
comment on function emend.decide_repair(integer, bigint, boolean, text, text) is 'A person''s decision about what a repair waits for.';

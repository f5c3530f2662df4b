/**
 * decide_repair: a person's decision about what a repair waits for.
 *
 * A plan that is approved is planned again and committed; one that is refused ends its repair as failed, what it withheld beyond the
 * diagnosed memories comes back, and its faults need a person. Tool calls that are approved run at most once; those that are skipped do not, and the replay goes on.
 *
 * returns  (approval or tool, names of the tools)
 * raises   not_found; repair_state when it waits for no person
 */
create or replace function emend.decide_repair(p_tenant integer, p_repair bigint, p_approves boolean, p_actor text)
  returns table (what text, tools text[]) language plpgsql as $$
declare
  v_waiting text;
  v_tools text[];
begin
  select r.waiting_for into v_waiting from emend.repair r
   where r.tenant_id = p_tenant and r.repair_id = p_repair and r.state not in ('done', 'failed', 'undone') for no key update;
  if not exists (select from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair) then
    raise exception 'there is no repair %', p_repair using errcode = 'P0001', detail = format('emend:not_found {"repair": %s}', p_repair);
  elsif v_waiting is null or v_waiting not in ('approval', 'tool') then
    raise exception 'repair % waits for no person', p_repair
      using errcode = 'P0001', detail = format('emend:repair_state {"repair": %s}', p_repair);
  end if;
  with decided as (
    update emend.tool_call c
       set state = case when p_approves then 'approved' else 'skipped' end, decided_by = p_actor
     where c.tenant_id = p_tenant and c.repair_id = p_repair and c.state in ('waiting', 'lost') and v_waiting = 'tool'
    returning c.step_id, c.tool_name),
  written as (
    insert into emend.journal (tenant_id, node_id, repair_id, actor, action, reason)
    select p_tenant, d.step_id, p_repair, p_actor, case when p_approves then 'approve' else 'skip' end, 'call of ' || d.tool_name from decided d)
  select coalesce(array_agg(d.tool_name order by d.tool_name), '{}') into v_tools from decided d;
  update emend.replay_step s set state = 'pending'
   where s.tenant_id = p_tenant and s.repair_id = p_repair and s.state = 'waiting' and v_waiting = 'tool';
  update emend.repair r
     set waiting_for = null, attempt_count = 0, leased_until = null, lease_owner = null,
         options = case when v_waiting = 'approval' and p_approves then r.options || '{"approved": true}' else r.options end
   where r.tenant_id = p_tenant and r.repair_id = p_repair;
  if v_waiting = 'approval' then
    insert into emend.journal (tenant_id, repair_id, actor, action, reason)
    values (p_tenant, p_repair, p_actor, case when p_approves then 'approve' else 'refuse' end, coalesce((select r.waiting_reason from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair), 'a plan that waited'));
    if not p_approves then
      perform emend.contain_plan(p_tenant, p_repair, '[]', p_actor);
      perform emend.move_repair(p_tenant, p_repair, array['open']::emend.repair_state[], 'failed', p_actor);
      update emend.repair r set error_code = 'blast_radius', error_detail = 'refused by ' || p_actor
       where r.tenant_id = p_tenant and r.repair_id = p_repair;
      update emend.fault f set state = 'needs_person'
       where f.tenant_id = p_tenant and f.repair_id = p_repair and f.state in ('open', 'claimed');
    end if;
  end if;
  if v_waiting = 'tool' or p_approves then
    perform emend.nudge(p_tenant, case when v_waiting = 'tool' then 'emend_replay_step' else 'emend_plan' end, p_repair);
  end if;
  return query select v_waiting, v_tools;
end $$;
comment on function emend.decide_repair(integer, bigint, boolean, text) is 'A person''s decision about what a repair waits for.';

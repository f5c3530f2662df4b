/**
 * open_regeneration: a repair without faults that regenerates one invalid answer over the repaired store.
 *
 * Its steps are the answer and what it stood on that may not be cited any more, has no citable replacement and was not
 * replayed before; they run in their original order.
 *
 * returns  the repair, ready to replay
 * raises   not_found; erased when its user was; repair_state when the answer is valid or its own repair is still at work
 */
create or replace function emend.open_regeneration(p_tenant integer, p_answer bigint) returns bigint
  language plpgsql as $$
declare
  v_cause emend.repair;
  v_repair bigint;
begin
  perform emend.lock_tenant(p_tenant);
  perform emend.refuse('erased', 'the answer was erased with its user', jsonb_build_object('erasure', e.erasure_id))
     from emend.erased_node e where e.tenant_id = p_tenant and e.node_id = p_answer and not e.is_derived;
  select r.* into v_cause from emend.step_state s
    join emend.node n on n.tenant_id = p_tenant and n.node_id = s.step_id and n.kind = 'final_answer'
    join emend.repair r on r.tenant_id = p_tenant and r.repair_id = s.repair_id
   where s.tenant_id = p_tenant and s.step_id = p_answer;
  if v_cause.repair_id is null or v_cause.state not in ('finished', 'done') then
    raise exception 'answer % is not waiting to be regenerated', p_answer
      using errcode = 'P0001', detail = format('emend:repair_state {"answer": %s}', p_answer);
  end if;
  insert into emend.repair (tenant_id, policy, options, state, graph_version, failed_answer_id, planned_at, applied_at)
  values (p_tenant, v_cause.policy, jsonb_build_object('regenerates', p_answer, 'of', v_cause.repair_id), 'applied',
          (select max(n.node_id) from emend.node n where n.tenant_id = p_tenant), p_answer, clock_timestamp(), clock_timestamp())
  returning repair_id into v_repair;

  with recursive back(id) as (
    select p_answer
    union
    select e.source_id from back b
     cross join lateral (select x.source_id from emend.edge x
                          where x.tenant_id = p_tenant and x.target_id = b.id and x.label not in ('supersede', 'chain')
                            and not exists (select from emend.current_nodes(p_tenant, array[x.source_id])) offset 0) e),
  steps as (
    select n.node_id, n.kind, row_number() over (order by (n.node_id = p_answer), n.node_id) as place
      from back b
      join emend.node n on n.tenant_id = p_tenant and n.node_id = b.id and n.kind not in ('memory', 'input', 'tool_observation')
       and not exists (select from emend.erased_node e where e.tenant_id = p_tenant and e.node_id = n.node_id and not e.is_derived)
     where not exists (select from emend.replay_step r where r.tenant_id = p_tenant and r.step_id = n.node_id
                          and r.state in ('done', 'noop', 'reused', 'cut_off') and n.node_id <> p_answer)),
  rows as (
    insert into emend.plan_row (tenant_id, repair_id, node_id, node_kind, disposition, rule, reason, is_affected, is_invalid, replay_position)
    select p_tenant, v_repair, s.node_id, s.kind, 'replay', case when s.node_id = p_answer then 'R11' else 'R9' end,
           case when s.node_id = p_answer then 'a stale answer that was asked for' else 'an invalid prerequisite of the answer' end, true, true, s.place
      from steps s)
  insert into emend.replay_step (tenant_id, repair_id, step_id, position)
  select p_tenant, v_repair, s.node_id, s.place from steps s;
  insert into emend.journal (tenant_id, repair_id, action, from_status, to_status, reason)
  values (p_tenant, v_repair, 'repair', 'open', 'applied', 'a stale answer was asked for');
  perform emend.nudge(p_tenant, 'emend_replay_step', v_repair);
  return v_repair;
end $$;
comment on function emend.open_regeneration(integer, bigint) is
  'Opens a repair that regenerates one invalid answer over the repaired store.';

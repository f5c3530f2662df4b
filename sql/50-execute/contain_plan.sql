/**
 * contain_plan: a repair that has no plan yet withholds what the plan that waits would withdraw, and no more of what it withheld before.
 *
 * Containment never waits for a person: no agent reads a memory that goes or cites a step that falls, whatever is decided later. All of
 * it comes back when the plan is refused, changes, or the repair is undone.
 *
 * p_rows       rows of the plan as in commit_plan; none = withhold nothing any more
 * p_withholds  false = only let go what the plan leaves alone, as commit_plan withholds the rest itself
 */
create or replace function emend.contain_plan(p_tenant integer, p_repair bigint, p_rows jsonb, p_actor text default current_user, p_withholds boolean default true) returns void
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_reason constant text := 'a plan that waits for a person would withdraw it';
  v_before bigint[];
  v_memories bigint[];
  v_fresh bigint[];
  v_steps bigint[];
begin
  -- and what an agent recorded on it meanwhile, and was accepted
  v_before := array(
    select c.id from emend.repair r, unnest(r.contained_ids) as c(id) where r.tenant_id = p_tenant and r.repair_id = p_repair
    union
    select s.memory_id from emend.event l
     cross join lateral (select x.memory_id from emend.memory_state x where x.tenant_id = p_tenant and x.memory_id = l.node_id and x.is_withheld offset 0) s
     where l.tenant_id = p_tenant and l.repair_id = p_repair and l.type = 'record:late');
  select coalesce(array_agg(j.node_id) filter (where j.disposition in ('delete', 'quarantine')), '{}'), coalesce(array_agg(j.node_id) filter (where j.is_invalid), '{}')
    into v_memories, v_steps from jsonb_to_recordset(p_rows) as j(node_id bigint, disposition text, is_invalid boolean);

  perform emend.release_memories(p_tenant, array_agg(c.id), p_repair, null, 'the plan leaves it alone', null, p_actor)
     from unnest(v_before) as c(id)
    where c.id <> all (v_memories) and not emend.is_held_elsewhere(p_tenant, c.id, p_repair)
      and not exists (select from emend.fault f join emend.node n on n.tenant_id = p_tenant and n.external_id = f.memory_id
                       where f.tenant_id = p_tenant and f.repair_id = p_repair and n.node_id = c.id and f.state <> 'withdrawn');
  with released as (
    delete from emend.step_state s
     where s.tenant_id = p_tenant and s.repair_id = p_repair and s.validity = 'withheld' and s.step_id <> all (v_steps) returning s.step_id)
  insert into emend.journal (tenant_id, node_id, repair_id, actor, action, from_status, to_status, reason)
  select p_tenant, d.step_id, p_repair, p_actor, 'restore', 'withheld', 'valid', 'the plan leaves it alone' from released d order by d.step_id;

  if not p_withholds then
    update emend.repair r set contained_ids = '{}' where r.tenant_id = p_tenant and r.repair_id = p_repair and r.contained_ids <> '{}';
    return;
  end if;
  v_fresh := array(select s.memory_id from unnest(v_memories) as m(id)
                    cross join lateral (select x.memory_id from emend.memory_state x
                                         where x.tenant_id = p_tenant and x.memory_id = m.id and not x.is_withheld offset 0) s);
  perform emend.withhold_memories(p_tenant, v_fresh, array_fill(null::text, array[cardinality(v_fresh)]),
                                  array_fill(v_reason, array[cardinality(v_fresh)]), p_repair, null, p_actor) where v_fresh <> '{}';
  with withheld as (
    insert into emend.step_state (tenant_id, step_id, validity, repair_id)
    select p_tenant, s.id, 'withheld', p_repair from unnest(v_steps) as s(id)
        on conflict do nothing returning step_id)
  insert into emend.journal (tenant_id, node_id, repair_id, actor, action, from_status, to_status, reason)
  select p_tenant, w.step_id, p_repair, p_actor, 'withhold', 'valid', 'withheld', v_reason from withheld w order by w.step_id;
  update emend.repair r set contained_ids = array(select c.id from unnest(v_before) as c(id) where c.id = any (v_memories)) || v_fresh
   where r.tenant_id = p_tenant and r.repair_id = p_repair;
end $$;
comment on function emend.contain_plan(integer, bigint, jsonb, text, boolean) is
  'A repair that has no plan yet withholds what the plan that waits would withdraw, and no more of what it withheld before.';

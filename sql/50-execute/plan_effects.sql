/**
 * plan_effects: what a plan does that a person approves, in internal ids, sorted.
 *
 * p_rows   rows of the plan as in commit_plan
 * p_tools  {name: effect class} of the tools that the worker has; one that it lacks counts as irreversible, as when it is called. null: calls are left out
 * returns  {affected: how many nodes, delete, quarantine: [memories], invalidate: [steps], change: [replayed steps that write memories],
 *          call: [{step, tool, effect}] of replayed actions whose tool has an effect}
 */
create or replace function emend.plan_effects(p_tenant integer, p_rows jsonb, p_tools jsonb) returns jsonb
  language plpgsql stable set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return (
    select jsonb_build_object(
             'affected', count(*) filter (where j.is_affected),
             'delete', coalesce(jsonb_agg(j.node_id order by j.node_id) filter (where j.disposition = 'delete'), '[]'),
             'quarantine', coalesce(jsonb_agg(j.node_id order by j.node_id) filter (where j.disposition = 'quarantine'), '[]'),
             'invalidate', coalesce(jsonb_agg(j.node_id order by j.node_id) filter (where j.is_invalid), '[]'),
             'change', coalesce(jsonb_agg(j.node_id order by j.node_id) filter (
               where j.disposition = 'replay' and n.kind in ('memory_write', 'memory_delete', 'memory_update', 'memory_consolidate')), '[]'),
             'call', coalesce(jsonb_agg(jsonb_build_object('step', j.node_id, 'tool', s.tool_name, 'effect', e.effect) order by j.node_id)
                                filter (where e.effect <> 'pure'), '[]'))
      from jsonb_to_recordset(p_rows) as j(node_id bigint, disposition text, is_affected boolean, is_invalid boolean)
     cross join lateral (select x.kind from emend.node x where x.tenant_id = p_tenant and x.node_id = j.node_id offset 0) n
      left join lateral (select x.tool_name from emend.step x where x.tenant_id = p_tenant and x.step_id = j.node_id offset 0) s
                on n.kind = 'tool_action' and j.disposition = 'replay' and p_tools is not null
      left join lateral (select coalesce(p_tools ->> s.tool_name, 'irreversible') as effect) e on n.kind = 'tool_action' and j.disposition = 'replay' and p_tools is not null);
end $$;
comment on function emend.plan_effects(integer, jsonb, jsonb) is 'What a plan does that a person approves: memories that go, steps that fall or write anew, tools that are called.';

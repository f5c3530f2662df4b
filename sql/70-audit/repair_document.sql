/**
 * repair_document: everything that the report of a repair says, in one round trip.
 *
 * Look-ups are lateral: a join is planned over all of a tenant that has no statistics yet, and a report became slower with each repair.
 *
 * returns  null where there is no such repair; else an object with
 *            repair    the row; rows: of plan_row by clock, with the external id as name
 *            replayed  in the order of replay, {step, new, is_changed, state}
 *            verified  {violation_count, is_sufficient}; null before
 *            before, after  texts of the failed and of the new answer; is_valid: the failed one stands
 *            memories  that the plan names or that were made, by clock, {id, status, content}
 *            tools     calls that really ran, {name: count}
 */
create or replace function emend.repair_document(p_tenant integer, p_repair bigint) returns jsonb
  language plpgsql stable set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_repair emend.repair;
  v_rows jsonb;
  v_ids bigint[];
begin
  select r.* into v_repair from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair;
  if not found then
    return null;
  end if;
  select jsonb_agg(to_jsonb(p) || jsonb_build_object('name', n.external_id) order by p.node_id), array_agg(p.node_id) filter (where p.node_kind = 'memory')
    into v_rows, v_ids
    from emend.plan_row p
   cross join lateral (select x.external_id from emend.node x where x.tenant_id = p_tenant and x.node_id = p.node_id offset 0) n
   where p.tenant_id = p_tenant and p.repair_id = p_repair;
  return jsonb_build_object(
    'repair', to_jsonb(v_repair), 'rows', coalesce(v_rows, '[]'),
    'replayed', (select coalesce(jsonb_agg(jsonb_build_object(
                          'step', o.external_id, 'new', w.external_id, 'is_changed', r.is_changed, 'state', r.state) order by r.position), '[]')
                   from emend.replay_step r
                  cross join lateral (select x.external_id from emend.node x where x.tenant_id = p_tenant and x.node_id = r.step_id offset 0) o
                   left join lateral (select x.external_id from emend.node x where x.tenant_id = p_tenant and x.node_id = r.new_step_id offset 0) w on true
                  where r.tenant_id = p_tenant and r.repair_id = p_repair),
    'verified', (select jsonb_build_object('violation_count', v.violation_count, 'is_sufficient', v.is_sufficient)
                   from emend.verification v where v.tenant_id = p_tenant and v.repair_id = p_repair),
    'before', (select s.content from emend.step s where s.tenant_id = p_tenant and s.step_id = v_repair.failed_answer_id),
    'after', (select s.content from emend.step s where s.tenant_id = p_tenant and s.step_id = v_repair.new_answer_id),
    'is_valid', not exists (select from emend.step_state s where s.tenant_id = p_tenant and s.step_id = v_repair.failed_answer_id),
    'memories', (select coalesce(jsonb_agg(jsonb_build_object('id', n.external_id, 'status', c.status, 'content', m.content) order by t.id), '[]')
                   from (select unnest(v_ids) as id
                         union
                         select w.new_node_id from emend.replacement w where w.tenant_id = p_tenant and w.repair_id = p_repair
                         union
                         select made.id::bigint from emend.replay_step y, jsonb_array_elements_text(y.detail -> 'made') made(id)
                          where y.tenant_id = p_tenant and y.repair_id = p_repair) t
                  cross join lateral (select x.content from emend.memory x where x.tenant_id = p_tenant and x.memory_id = t.id offset 0) m
                  cross join lateral (select x.external_id from emend.node x where x.tenant_id = p_tenant and x.node_id = t.id offset 0) n
                  cross join lateral (select x.status from emend.memory_state x where x.tenant_id = p_tenant and x.memory_id = t.id offset 0) c),
    'tools', (select coalesce(jsonb_object_agg(t.tool_name, t.calls), '{}')
                from (select c.tool_name, count(*) as calls from emend.tool_call c
                       where c.tenant_id = p_tenant and c.repair_id = p_repair and c.state in ('done', 'error', 'lost', 'compensated')
                       group by c.tool_name) t));
end $$;
comment on function emend.repair_document(integer, bigint) is 'Everything that the report of a repair says.';

/**
 * planned_ids: the affected nodes and the neighbours that support and planning look at.
 *
 * Beside A0: the last answer of each affected session; what all these stand on (sources of their edges, ids of their
 * justifications), what they made and what they retired; the inputs and reads of their turns; in arm facts what the turns of answers have observed; of these neighbours, the results
 * of reads, the evidence of producing steps, the action of an observation, the plan of an action, and whoever else retired a
 * retired memory; and what a memory that is out by now had replaced, as far back as such memories go, with the steps that did it. In arm paper also everything between them and the nearest trusted roots (support_ancestry). Index-driven, so
 * that the cost follows the affected set.
 *
 * p_affected  A0
 * returns     one row per node, A0 included, in no particular order
 */
create or replace function emend.planned_ids(p_tenant integer, p_affected bigint[], p_policy text default 'facts')
  returns setof bigint language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  v_core     bigint[];  -- A0 and the answers that a repair may have to regenerate
  v_kinds    emend.node_kind[];
  v_sessions bigint[];
  v_turns    integer[];
  v_beside   bigint[];  -- their neighbours, without themselves
  v_beyond   bigint[];  -- the neighbours' neighbours that matter
  v_has_justifications boolean := exists (select from emend.step s where s.tenant_id = p_tenant and s.justifications is not null);
begin
  select array_agg(n.node_id), array_agg(n.kind), array_agg(n.session_id), array_agg(n.turn)
    into v_core, v_kinds, v_sessions, v_turns
    from unnest(p_affected) as x(id)
   cross join lateral (
     select n.node_id, n.kind, n.session_id, n.turn from emend.node n where n.tenant_id = p_tenant and n.node_id = x.id offset 0) n;
  select v_core || array_agg(a.node_id), v_kinds || array_agg(a.kind), v_sessions || array_agg(a.session_id), v_turns || array_agg(a.turn)
    into v_core, v_kinds, v_sessions, v_turns
    from (select distinct s.id from unnest(v_sessions) as s(id) where s.id is not null) s
   cross join lateral (
     select n.node_id, n.kind, n.session_id, n.turn from emend.node n
      where n.tenant_id = p_tenant and n.session_id = s.id and n.kind = 'final_answer'
      order by n.turn desc, n.node_id desc limit 1) a
   where a.node_id not in (select unnest(p_affected));

  v_beside := array(
    select n.id from (
      select e.source_id as id from unnest(v_core) as x(id)
       cross join lateral (
         select e.source_id from emend.edge e where e.tenant_id = p_tenant and e.target_id = x.id offset 0) e
      union
      select e.target_id from unnest(v_core, v_kinds) as x(id, kind)
       cross join lateral (
         select e.target_id from emend.edge e
          where e.tenant_id = p_tenant and e.source_id = x.id and e.label = 'produce' offset 0) e
       where x.kind in ('memory_write', 'memory_update', 'memory_consolidate')
      union
      select j.id from unnest(v_core, v_kinds) as x(id, kind)
       cross join lateral (
         select cited.id::bigint as id from emend.step s
          cross join jsonb_array_elements(s.justifications) as alternative(ids)
          cross join jsonb_array_elements_text(alternative.ids) as cited(id)
          where s.tenant_id = p_tenant and s.step_id = x.id and s.justifications is not null offset 0) j
       where v_has_justifications and x.kind not in ('memory', 'input', 'memory_read', 'tool_observation')
      union
      select t.node_id
        from (select distinct x.session_id, x.turn from unnest(v_sessions, v_turns) as x(session_id, turn) where x.turn is not null) turns
       cross join lateral (
         select n.node_id from emend.node n
          where n.tenant_id = p_tenant and n.session_id = turns.session_id and n.turn = turns.turn
            and n.kind in ('input', 'memory_read') offset 0) t
      union
      select t.node_id
        from (select distinct x.session_id, x.turn from unnest(v_kinds, v_sessions, v_turns) as x(kind, session_id, turn) where x.kind = 'final_answer' and p_policy <> 'paper') turns
       cross join lateral (
         select n.node_id from emend.node n
          where n.tenant_id = p_tenant and n.session_id = turns.session_id and n.turn = turns.turn and n.kind = 'tool_observation' offset 0) t) n
     where n.id not in (select unnest(v_core)));

  -- What core nodes stand on is beside them already.
  select array_agg(distinct b.id) into v_beyond
    from (
      select x.id, x.kind from unnest(v_core, v_kinds) as x(id, kind) where x.kind = 'memory'
      union all
      select n.node_id, n.kind from unnest(v_beside) as x(id)
       cross join lateral (select n.node_id, n.kind from emend.node n where n.tenant_id = p_tenant and n.node_id = x.id offset 0) n) x
   cross join lateral (
     select e.source_id as id from emend.edge e
      where e.tenant_id = p_tenant and e.target_id = x.id
        and x.kind in ('memory_read', 'tool_observation', 'tool_action',
                       'memory_write', 'memory_delete', 'memory_update', 'memory_consolidate')
     union all
     select e.target_id from emend.edge e
      where e.tenant_id = p_tenant and e.source_id = x.id and x.kind = 'memory'
        and e.label in ('supersede', 'delete', 'update', 'consolidate') offset 0) b;

  return query
  select unnest(v_core)
  union
  select unnest(v_beside)
  union
  select unnest(v_beyond)
  union
  select e.source_id from unnest(v_beyond || v_beside) as x(id)
   cross join lateral (
     select e.source_id from emend.edge e
      where e.tenant_id = p_tenant and e.target_id = x.id and e.target_kind = 'tool_action' and e.label = 'initiate' offset 0) e
  union
  select v.id from (
    with recursive older(id, step_id) as (
      select x.id, m.producing_step_id
        from (select c.id from unnest(v_core, v_kinds) as c(id, kind) where c.kind = 'memory' union all select unnest(v_beside || v_beyond)) x
       cross join lateral (
         select y.producing_step_id from emend.memory y
           join emend.memory_state s on s.tenant_id = p_tenant and s.memory_id = y.memory_id and s.status in ('deleted', 'quarantined')
          where y.tenant_id = p_tenant and y.memory_id = x.id offset 0) m
      union
      select r.source_id, m.producing_step_id from older o
       cross join lateral (
         select e.source_id from emend.edge e where e.tenant_id = p_tenant and e.target_id = o.id and e.label = 'supersede'
         union all
         select e.source_id from emend.edge e
          where e.tenant_id = p_tenant and e.target_id = o.step_id and e.label in ('delete', 'update', 'consolidate') offset 0) r
       cross join lateral (
         select y.producing_step_id from emend.memory y where y.tenant_id = p_tenant and y.memory_id = r.source_id offset 0) m
       where exists (select from emend.memory_state s
                      where s.tenant_id = p_tenant and s.memory_id = o.id and s.status in ('deleted', 'quarantined')))
    select older.id, older.step_id from older) o
   cross join lateral (values (o.id), (o.step_id)) as v(id) where v.id is not null
  union
  select a.node_id from emend.support_ancestry(p_tenant, p_affected) as a(node_id) where p_policy = 'paper';
end $$;
comment on function emend.planned_ids(integer, bigint[], text) is
  'The affected nodes and the neighbours that support and planning look at.';

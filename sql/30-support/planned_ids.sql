/**
 * planned_ids: the affected nodes and the neighbours that support and planning look at.
 *
 * Beside A0: the last answer of each affected session; what all these stand on (sources of their edges, ids of their
 * justifications), what they made and what they retired; the inputs and reads of their turns; of these neighbours, the results
 * of reads, the evidence of producing steps, the action of an observation, the plan of an action, and whoever else retired a
 * retired memory. In arm paper also everything between them and the nearest trusted roots (support_ancestry). Index-driven, so
 * that the cost follows the affected set.
 *
 * p_affected  A0
 * returns     one row per node, A0 included, in no particular order
 */
create or replace function emend.planned_ids(p_tenant integer, p_affected bigint[], p_policy text default 'facts')
  returns setof bigint language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  v_core bigint[];
  v_near bigint[];
  v_far  bigint[];
begin
  -- A0 and the answers that a repair may have to regenerate.
  v_core := array(
    select unnest(p_affected)
    union
    select a.node_id
      from (select distinct n.session_id from unnest(p_affected) as x(id)
              join emend.node n on n.tenant_id = p_tenant and n.node_id = x.id and n.session_id is not null) s
     cross join lateral (
       select n.node_id from emend.node n
        where n.tenant_id = p_tenant and n.session_id = s.session_id and n.kind = 'final_answer'
        order by n.node_id desc limit 1) a);

  v_near := array(
    select unnest(v_core)
    union
    select e.source_id from unnest(v_core) as x(id)
     cross join lateral (
       select e.source_id from emend.edge e where e.tenant_id = p_tenant and e.target_id = x.id offset 0) e
    union
    select e.target_id from unnest(v_core) as x(id)
     cross join lateral (
       select e.target_id from emend.edge e
        where e.tenant_id = p_tenant and e.source_id = x.id and e.label = 'produce' offset 0) e
    union
    select j.id::bigint from unnest(v_core) as x(id)
     cross join lateral (
       select alternative.id from emend.step s
        cross join jsonb_array_elements(s.justifications) as listed(ids)
        cross join jsonb_array_elements_text(listed.ids) as alternative(id)
        where s.tenant_id = p_tenant and s.step_id = x.id offset 0) j
    union
    select t.node_id
      from (select distinct n.session_id, n.turn from unnest(v_core) as x(id)
              join emend.node n on n.tenant_id = p_tenant and n.node_id = x.id and n.turn is not null) turns
     cross join lateral (
       select n.node_id from emend.node n
        where n.tenant_id = p_tenant and n.session_id = turns.session_id and n.turn = turns.turn
          and n.kind in ('input', 'memory_read') offset 0) t);

  v_far := array(
    select unnest(v_near)
    union
    select e.source_id from unnest(v_near) as x(id)
      join emend.node n on n.tenant_id = p_tenant and n.node_id = x.id
       and n.kind in ('memory_read', 'tool_observation', 'tool_action',
                      'memory_write', 'memory_delete', 'memory_update', 'memory_consolidate')
     cross join lateral (
       select e.source_id from emend.edge e where e.tenant_id = p_tenant and e.target_id = x.id offset 0) e
    union
    select e.target_id from unnest(v_near) as x(id)
      join emend.node n on n.tenant_id = p_tenant and n.node_id = x.id and n.kind = 'memory'
     cross join lateral (
       select e.target_id from emend.edge e
        where e.tenant_id = p_tenant and e.source_id = x.id
          and e.label in ('supersede', 'delete', 'update', 'consolidate') offset 0) e);

  return query
  select unnest(v_far)
  union
  select e.source_id from unnest(v_far) as x(id)
    join emend.node n on n.tenant_id = p_tenant and n.node_id = x.id and n.kind = 'tool_action'
   cross join lateral (
     select e.source_id from emend.edge e
      where e.tenant_id = p_tenant and e.target_id = x.id and e.label = 'initiate' offset 0) e
  union
  select a.node_id from emend.support_ancestry(p_tenant, p_affected) as a(node_id) where p_policy = 'paper';
end $$;
comment on function emend.planned_ids(integer, bigint[], text) is
  'The affected nodes and the neighbours that support and planning look at.';

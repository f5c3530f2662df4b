/**
 * repair_violations: what the violations_ views say about one repair and the nodes it planned for or made.
 *
 * The whole views are for audits; this costs what the repair is large, not what the store is. Planned once a connection:
 * under row security the planner needs ten times as long for these joins as the executor. Nested loops only: a node has few edges.
 *
 * p_repair  the repair, applied or later
 * returns   one row per violation: view, external id, words; none when healthy
 */
create or replace function emend.repair_violations(p_tenant integer, p_repair bigint)
  returns table (violation text, node text, detail text)
  language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_nodes bigint[];
begin
  select array_agg(x.id) into v_nodes from (
    select p.node_id as id from emend.plan_row p where p.tenant_id = p_tenant and p.repair_id = p_repair
    union
    select w.new_node_id from emend.replacement w where w.tenant_id = p_tenant and w.repair_id = p_repair
    union
    select y.new_step_id from emend.replay_step y where y.tenant_id = p_tenant and y.repair_id = p_repair and y.new_step_id is not null) x;

  return query
    select 'violations_rests_on_fault', v.node, v.detail from emend.violations_rests_on_fault v
     where v.tenant_id = p_tenant and v.repair_id = p_repair
    union all
    select 'violations_readable_fault', v.node, v.detail from emend.violations_readable_fault v
     where v.tenant_id = p_tenant and v.repair_id = p_repair
    union all
    select 'violations_kept_fault', v.node, v.detail from emend.violations_kept_fault v
     where v.tenant_id = p_tenant and v.repair_id = p_repair
    union all
    select 'violations_unjournalled', v.node, v.detail from emend.violations_unjournalled v
     where v.tenant_id = p_tenant and v.repair_id = p_repair
    union all
    select 'violations_unfinished_replay', v.node, v.detail from emend.violations_unfinished_replay v
     where v.tenant_id = p_tenant and v.repair_id = p_repair
    union all
    select 'violations_resurrected', v.node, v.detail from emend.violations_resurrected v
     where v.tenant_id = p_tenant and v.repair_id = p_repair
    union all
    select 'violations_leftover_barrier', v.node, v.detail from emend.violations_leftover_barrier v
     where v.tenant_id = p_tenant and v.node_id = any (v_nodes)
    union all
    select 'violations_dangling_edge', v.node, v.detail from emend.violations_dangling_edge v
     where v.tenant_id = p_tenant and v.node_id = any (v_nodes)
    union all
    select 'violations_backward_edge', v.node, v.detail from emend.violations_backward_edge v
     where v.tenant_id = p_tenant and v.node_id = any (v_nodes);
end $$;
comment on function emend.repair_violations(integer, bigint) is
  'What the violations_ views say about one repair and its nodes; no row when healthy.';

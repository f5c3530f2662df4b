/**
 * plan_graph: what support and planning look at, in one round trip.
 *
 * p_affected, p_policy  as in planned_ids
 * returns               {nodes: rows of plan_nodes by clock, edges: rows of plan_edges, places: rows of step_places}
 */
create or replace function emend.plan_graph(p_tenant integer, p_affected bigint[], p_policy text) returns json
  language plpgsql stable set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  v_nodes json;
  v_ids bigint[];
begin
  select json_agg(n), array_agg(n.node_id) into v_nodes, v_ids from emend.plan_nodes(p_tenant, p_affected, p_policy) n;
  return json_build_object(
    'nodes', coalesce(v_nodes, '[]'),
    'edges', (select coalesce(json_agg(e), '[]') from emend.plan_edges(p_tenant, v_ids) e),
    'places', (select coalesce(json_agg(p), '[]') from emend.step_places(p_tenant, v_ids) p));
end $$;
comment on function emend.plan_graph(integer, bigint[], text) is
  'What support and planning look at: the nodes of plan_nodes, the edges between them, and what earlier repairs mean for them.';

/**
 * plan_edges: the stored edges between nodes of a set, by the backward index. Not those that only undone repairs have found (add_evidence).
 *
 * p_nodes  internal ids
 * returns  one row per pair and label, ordered by target, source and label
 */
create or replace function emend.plan_edges(p_tenant integer, p_nodes bigint[])
  returns table (source_id bigint, target_id bigint, label emend.edge_label, basis emend.edge_basis, is_late boolean)
  language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  v_undone bigint[] := array(select r.repair_id from emend.repair r where r.tenant_id = p_tenant and r.state = 'undone');
begin
  return query
  select e.source_id, x.id, e.label, e.basis, e.is_late
    from unnest(p_nodes) as x(id)
   cross join lateral (
     select e.source_id, e.label, e.basis, e.is_late
       from emend.edge e where e.tenant_id = p_tenant and e.target_id = x.id offset 0) e
   where e.source_id in (select unnest(p_nodes))
     and (v_undone = '{}' or e.basis <> 'observed' or e.label not in ('cite', 'support') or not exists (
       select from emend.replay_step y
        where y.tenant_id = p_tenant and y.step_id = x.id and y.detail -> 'found' @> to_jsonb(e.source_id)
       having count(*) > 0 and bool_and(y.repair_id = any (v_undone))))
   order by x.id, e.source_id, e.label;
end $$;
comment on function emend.plan_edges(integer, bigint[]) is 'The stored edges between nodes of a set, by target, source and label.';

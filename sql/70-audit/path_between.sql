/**
 * path_between: one shortest path along the edges, from any of some nodes to one node.
 *
 * Breadth first and backward from the node that was asked about, within a set that is known already: paths are for people,
 * one node at a time, and never part of a closure.
 *
 * p_from    where a path may start
 * p_to      the node that is explained
 * p_within  nodes that a path may run through; null = any
 * p_labels  labels that it may follow
 * returns   the nodes of the path in order, each with the label that leads into it (null for the first); no row when there is none
 */
create or replace function emend.path_between(
  p_tenant integer, p_from bigint[], p_to bigint, p_within bigint[], p_labels emend.edge_label[])
  returns table ("position" integer, node_id bigint, label emend.edge_label)
  language plpgsql stable set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  v_seen bigint[] := array[p_to];
  v_next bigint[] := array[null::bigint];
  v_label emend.edge_label[] := array[null::emend.edge_label];
  v_front bigint[] := array[p_to];
  v_sources bigint[];
  v_targets bigint[];
  v_labels emend.edge_label[];
  v_at bigint;
  v_position integer := 0;
  v_incoming emend.edge_label;
begin
  loop
    select min(f.id) into v_at from unnest(v_front) f(id) where f.id in (select unnest(p_from));
    exit when v_at is not null or coalesce(cardinality(v_front), 0) = 0;
    select array_agg(s.source_id), array_agg(s.target_id), array_agg(s.label) into v_sources, v_targets, v_labels from (
      select distinct on (e.source_id) e.source_id, f.id as target_id, e.label
        from unnest(v_front) f(id)
       cross join lateral (
         select x.source_id, x.label from emend.edge x
          where x.tenant_id = p_tenant and x.target_id = f.id and x.label = any (p_labels) offset 0) e
       where e.source_id not in (select unnest(v_seen))
         and (p_within is null or e.source_id in (select unnest(p_within)) or e.source_id in (select unnest(p_from)))
       order by e.source_id, f.id, e.label) s;
    v_seen := v_seen || v_sources;
    v_next := v_next || v_targets;
    v_label := v_label || v_labels;
    v_front := v_sources;
  end loop;
  while v_at is not null loop
    "position" := v_position; node_id := v_at; label := v_incoming;
    return next;
    v_position := v_position + 1;
    v_incoming := v_label[array_position(v_seen, v_at)];
    v_at := v_next[array_position(v_seen, v_at)];
  end loop;
end $$;
comment on function emend.path_between(integer, bigint[], bigint, bigint[], emend.edge_label[]) is
  'One shortest path along the edges from any of some nodes to one node, with the label that leads into each.';

/**
 * support_path: one shortest path of evidence from a trusted root to a node, around the nodes that may not support.
 *
 * Follows declared and observed support, cite, derive, produce and initiate edges backward until it meets a trusted root.
 *
 * p_to     the node that is explained
 * p_avoid  faults and unsupported nodes: no path runs through them
 * returns  the nodes of the path in order, root first, each with the label that leads into it; no row when there is none
 */
create or replace function emend.support_path(p_tenant integer, p_to bigint, p_avoid bigint[])
  returns table ("position" integer, node_id bigint, label emend.edge_label)
  language plpgsql stable set jit = off as $$
declare
  v_clean bigint[];
  v_roots bigint[];
begin
  v_clean := array(
    with recursive behind(id) as (
      select p_to
      union
      select e.source_id from behind
       cross join lateral (
         select x.source_id from emend.edge x
          where x.tenant_id = p_tenant and x.target_id = behind.id and x.basis <> 'inferred'
            and x.label in ('support', 'cite', 'derive', 'produce', 'initiate') offset 0) e
       where e.source_id not in (select unnest(p_avoid)) and (behind.id = p_to or not emend.is_trusted_root(p_tenant, behind.id)))
    select behind.id from behind);
  v_roots := array(select c.id from unnest(v_clean) c(id) where c.id <> p_to and emend.is_trusted_root(p_tenant, c.id));
  return query select b."position", b.node_id, b.label
    from emend.path_between(p_tenant, v_roots, p_to, v_clean, array['support', 'cite', 'derive', 'produce', 'initiate']::emend.edge_label[]) b;
end $$;
comment on function emend.support_path(integer, bigint, bigint[]) is
  'One shortest path of evidence from a trusted root to a node, around the nodes that may not support.';

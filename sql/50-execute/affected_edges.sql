/**
 * affected_edges: the dataflow edges that start in an affected set, for telling apart which faults belong together.
 *
 * Two faults whose affected sets overlap are connected by these edges, and only those are: each edge lies within the set of
 * some fault. p_roots, p_from, p_policy and p_cap as in affected_set.
 *
 * returns  pairs, each once, in no particular order
 */
create or replace function emend.affected_edges(p_tenant integer, p_roots bigint[], p_from bigint[], p_policy text, p_cap bigint)
  returns table (source_id bigint, target_id bigint)
  language plpgsql stable set jit = off as $$
declare
  v_nodes bigint[] := array(select emend.affected_set(p_tenant, p_roots, p_from, p_policy, p_cap));
begin
  return query
    select distinct n.id, e.target_id
      from unnest(v_nodes) as n(id)
     cross join lateral (
       select x.target_id from emend.edge x
        where x.tenant_id = p_tenant and x.source_id = n.id and (p_policy = 'paper' or x.label <> 'supersede') offset 0) e
     where e.target_id in (select unnest(v_nodes));
end $$;
comment on function emend.affected_edges(integer, bigint[], bigint[], text, bigint) is
  'The dataflow edges within an affected set: what they connect belongs into one repair.';

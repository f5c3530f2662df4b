/**
 * lock_nodes: lock node rows in id order, so that nobody records an edge to them until the transaction ends.
 *
 * A recorder takes the same rows for key share, in the same order, before it looks at validity: an edge to a node that a
 * plan withdraws is either seen by the plan or refused to the recorder.
 *
 * One look-up a node, in order, whatever the planner believes of a tenant that it has never seen.
 *
 * p_nodes  internal ids, any order
 */
create or replace function emend.lock_nodes(p_tenant integer, p_nodes bigint[]) returns void
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  perform from (select distinct u.id from unnest(p_nodes) as u(id) order by u.id) x
    cross join lateral (select from emend.node n where n.tenant_id = p_tenant and n.node_id = x.id for update) n;
end $$;
comment on function emend.lock_nodes(integer, bigint[]) is
  'Locks node rows in id order: until the transaction ends nobody records an edge to them.';

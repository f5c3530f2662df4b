/**
 * affected_set: every node that may carry content of a fault (A0).
 *
 * Follows the labels of dataflow forward from the roots. In arm facts never supersede: replacing is not dataflow. Never back
 * before the tick that belongs to a root, except over late edges: each root is walked with its own cut, the union is returned.
 *
 * Ids only in the recursive row, since a depth column made one cone 180 times larger. The lateral subquery with offset 0 cannot
 * become a hash or merge join, and a sequential scan, which a plan made over an empty store would keep, is switched off: so the
 * cost follows the result whatever the planner believes of the store, at about 4 microseconds a node.
 *
 * An edge that is not late leads to a younger node, and what is reached is past the cut: hence the cut is needed only on the first
 * step out of a root that is older than its tick (the memory behind a failed retirement), and on the other side of late edges.
 * These are walked separately, and only if a node of the set has one.
 *
 * p_roots   the seed and the memory of each fault
 * p_from    beside each root, the tick of the fault's seed: what is older is not affected
 * p_policy  facts or paper
 * p_cap     most nodes that may come out
 * returns   one row per node, roots included, in no particular order; no roots give no rows
 * raises    affected_too_large
 */
create or replace function emend.affected_set(
  p_tenant integer, p_roots bigint[], p_from bigint[], p_policy text default 'facts', p_cap bigint default 1000000)
  returns setof bigint language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  v_not_followed constant emend.edge_label := case p_policy when 'paper' then 'chain' else 'supersede' end;
  v_reached bigint[];
  v_cut     bigint;
begin
  v_reached := array(
    with recursive reach(id) as (
      (select r.id from unnest(p_roots, p_from) as r(id, from_t) where r.id >= r.from_t
       union
       select e.target_id from unnest(p_roots, p_from) as r(id, from_t)
        cross join lateral (
          select e.target_id from emend.edge e
           where e.tenant_id = p_tenant and e.source_id = r.id and e.target_id >= r.from_t
             and not e.is_late and e.label <> v_not_followed offset 0) e
        where r.id < r.from_t)
      union
      select e.target_id from reach
       cross join lateral (
         select e.target_id from emend.edge e
          where e.tenant_id = p_tenant and e.source_id = reach.id
            and not e.is_late and e.label <> v_not_followed offset 0) e
    )
    select reach.id from reach limit p_cap + 1);
  v_reached := array(select unnest(v_reached) union select unnest(p_roots));

  if cardinality(v_reached) <= p_cap
     and exists (select from emend.edge e where e.tenant_id = p_tenant and e.is_late)
     and exists (select from unnest(v_reached) as r(id)
                  cross join lateral (
                    select from emend.edge e
                     where e.tenant_id = p_tenant and e.source_id = r.id and e.is_late and e.label <> v_not_followed offset 0) e)
  then
    -- From the oldest cut to the youngest: what an older cut has reached, it has walked further than a younger one would.
    v_reached := '{}';
    for v_cut in select distinct t from unnest(p_from) as t order by t loop
      v_reached := v_reached || array(
        with recursive reach(id) as (
          select r.id from unnest(p_roots, p_from) as r(id, from_t)
           where r.from_t = v_cut and r.id not in (select unnest(v_reached))
          union
          select e.target_id from reach
           cross join lateral (
             select e.target_id from emend.edge e
              where e.tenant_id = p_tenant and e.source_id = reach.id
                and (e.is_late or e.target_id >= v_cut) and e.label <> v_not_followed offset 0) e
           where e.target_id not in (select unnest(v_reached))
        )
        select reach.id from reach limit p_cap + 1);
      exit when cardinality(v_reached) > p_cap;
    end loop;
  end if;

  if cardinality(v_reached) > p_cap then
    raise exception 'the faults reach more than % nodes', p_cap
      using errcode = 'P0001', detail = format('emend:affected_too_large {"limit": %s}', p_cap),
            hint = 'Raise EMEND_MAX_AFFECTED, or check whether the faulty memory is what everything rests on.';
  end if;
  return query select unnest(v_reached);
end $$;
comment on function emend.affected_set(integer, bigint[], bigint[], text, bigint) is
  'Every node that may carry content of a fault: the closure of dataflow labels from the roots, each with its own time cut.';

/**
 * overlapping_repairs: planned, unfinished repairs that touch one of these nodes.
 *
 * A repair that is planned goes first; who overlaps with it waits until it ends. Planned repairs never wait for each
 * other, so that waiting is free of cycles.
 *
 * returns  repair ids in order, without p_repair itself
 */
create or replace function emend.overlapping_repairs(p_tenant integer, p_repair bigint, p_nodes bigint[]) returns setof bigint
  language plpgsql stable set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_running bigint[] := array(select r.repair_id from emend.repair r where r.tenant_id = p_tenant and r.repair_id <> p_repair
                                 and r.state in ('planned', 'applied', 'replayed', 'finished'));
begin
  if v_running = '{}' then
    return;
  end if;
  return query
    select distinct p.repair_id from unnest(p_nodes) as x(id)
     cross join lateral (select o.repair_id from emend.plan_row o where o.tenant_id = p_tenant and o.node_id = x.id offset 0) p
     where p.repair_id = any (v_running) order by p.repair_id;
end $$;
comment on function emend.overlapping_repairs(integer, bigint, bigint[]) is
  'Planned, unfinished repairs that touch one of these nodes, in order.';

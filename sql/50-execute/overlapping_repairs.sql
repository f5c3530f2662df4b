/**
 * overlapping_repairs: planned, unfinished repairs that touch one of these nodes.
 *
 * A repair that is planned goes first; who overlaps with it waits until it ends. Planned repairs never wait for each
 * other, so that waiting is free of cycles.
 *
 * returns  repair ids in order, without p_repair itself
 */
create or replace function emend.overlapping_repairs(p_tenant integer, p_repair bigint, p_nodes bigint[]) returns setof bigint
  language plpgsql stable as $$
begin
  return query
    select r.repair_id from emend.repair r
     where r.tenant_id = p_tenant and r.repair_id <> p_repair
       and r.state in ('planned', 'applied', 'replayed', 'finished')
       and exists (select from emend.plan_row p
                    where p.tenant_id = p_tenant and p.repair_id = r.repair_id and p.node_id in (select unnest(p_nodes)))
     order by r.repair_id;
end $$;
comment on function emend.overlapping_repairs(integer, bigint, bigint[]) is
  'Planned, unfinished repairs that touch one of these nodes, in order.';

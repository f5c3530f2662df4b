/**
 * fill_bench_store: edges of a large store around one small cone, to measure the walk on.
 *
 * For an empty tenant, in a transaction that is rolled back. Nodes have three edges from older ones nearby, one in ten of them from a
 * hub; the cone is spread over the whole clock and rests on its surroundings, which do not rest on it. The same numbers give the
 * same edges. Only the owner of the tables may call it with effect.
 *
 * p_edges     how many edges, at least 3
 * p_affected  nodes of the cone, at most a sixth of the edges
 * returns     the root of the cone: its affected set has p_affected nodes
 */
create or replace function emend.fill_bench_store(p_tenant integer, p_edges integer, p_affected integer)
  returns bigint language plpgsql as $$
declare
  v_step constant bigint := greatest(p_edges / 3 / p_affected, 2);
begin
  insert into emend.edge (tenant_id, source_id, target_id, label, target_kind)
  select p_tenant, case when b.source % v_step = 0 then b.source - 1 else b.source end, b.target,
         case b.g % 3 when 0 then 'cite' when 1 then 'support' else 'produce' end::emend.edge_label, 'claim'
    from (select t.g, t.target,
                 case when abs(hashint8(t.g) % 10) = 0 then 1 + abs(hashint8(t.g) % least(t.target - 1, 20))
                      else t.target - 1 - abs(hashint8(t.g * 31) % least(t.target - 1, 2000)) end as source
            from (select g, v_step + 2 + g / 3 as target from generate_series(0, p_edges - p_affected) as s(g)) t) b;
  insert into emend.edge (tenant_id, source_id, target_id, label, target_kind)
  select p_tenant, greatest(j / 3, 1) * v_step, j * v_step, 'derive', 'memory'
    from generate_series(2, p_affected) as s(j);
  return v_step;
end $$;
comment on function emend.fill_bench_store(integer, integer, integer) is
  'Edges of a large store around one small cone, to measure the walk on.';

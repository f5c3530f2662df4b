/**
 * support_ancestry: what lies between nodes and the nearest trusted roots behind them (arm paper).
 *
 * Backward over declared and observed support, cite and derive edges, and over produce into a memory. What replaced a memory is
 * no evidence for it, so supersede is not followed. The walk stops at trusted roots, inclusive: inputs, observations outside A0,
 * active root memories. Whether a path avoids the faults is decided on the result. Ids only, index-driven.
 *
 * p_affected  A0, from which the walk starts
 * returns     one row per node, A0 included, in no particular order
 */
create or replace function emend.support_ancestry(p_tenant integer, p_affected bigint[])
  returns setof bigint language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return query
  with recursive behind(id) as (
    select unnest(p_affected)
    union
    select e.source_id from behind
     cross join lateral (
       select e.source_id from emend.edge e
        where e.tenant_id = p_tenant and e.target_id = behind.id and e.basis <> 'inferred'
          and (e.label in ('support', 'cite', 'derive') or (e.label = 'produce' and e.target_kind = 'memory')) offset 0) e
     where behind.id in (select unnest(p_affected)) or not emend.is_trusted_root(p_tenant, behind.id)
  )
  select behind.id from behind;
end $$;
comment on function emend.support_ancestry(integer, bigint[]) is
  'What lies between nodes and the nearest trusted roots behind them, by declared and observed evidence.';

/**
 * add_evidence: a step that stands again stands on this too.
 *
 * When a replay finds that an old step says the same on other evidence, the old step is kept (early cut-off). What it was
 * found to follow from is recorded as observed edges, so that a later fault in that evidence reaches it.
 *
 * p_step     the kept step
 * p_sources  what it was derived from now; itself and duplicates are ignored
 * returns    those of them that are its evidence by the word of repairs alone
 */
create or replace function emend.add_evidence(p_tenant integer, p_step bigint, p_sources bigint[]) returns bigint[]
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_found bigint[];
begin
  with found as (
  insert into emend.edge (tenant_id, source_id, target_id, label, basis, target_kind, is_late)
  select p_tenant, n.node_id, p_step, case when n.kind in ('memory', 'memory_read') then 'cite' else 'support' end::emend.edge_label,
         'observed', t.kind, n.node_id > p_step
    from emend.node n
    join emend.node t on t.tenant_id = p_tenant and t.node_id = p_step
   where n.tenant_id = p_tenant and n.node_id in (select unnest(p_sources)) and n.node_id <> p_step
  on conflict do nothing returning source_id)
  select coalesce(array_agg(distinct x.id), '{}') into v_found from (
    select f.source_id as id from found f
    union
    select s.id from unnest(p_sources) as s(id)
     where exists (select from emend.replay_step y where y.tenant_id = p_tenant and y.step_id = p_step and y.detail -> 'found' @> to_jsonb(s.id))) x;
  return v_found;
end $$;
comment on function emend.add_evidence(integer, bigint, bigint[]) is
  'Records what a kept step was found to follow from, as observed edges, late where the source is younger.';

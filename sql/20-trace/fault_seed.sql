/**
 * fault_seed: where the walk from each fault starts.
 *
 * 1. failed_retirement: the earliest delete, update or consolidate step that consumed the memory, recorded before the fault, if
 *    the memory was still there afterwards: active just before the fault, or retired once more by a later step of an agent (the
 *    replay of a retirement by a repair is the same one again). The mark of a stale fault: the step said it retired the memory
 *    and did not. A memory that its first retirement has superseded or deleted has no such seed.
 * 2. producer: otherwise the step that produced the memory.
 * 3. memory: otherwise the memory itself.
 *
 * Looks at edges, statuses and the journal only, never at the type of a fault. A step named by a late edge retired nothing: it
 * is older than the memory.
 *
 * p_faults  ids of faults, in any state
 * returns   one row per fault, in no particular order; a fault that does not exist gives none. Faults with one producer
 *           give the same seed several times.
 */
create or replace function emend.fault_seed(p_tenant integer, p_faults bigint[])
  returns table (fault_id bigint, memory_id bigint, detector text, seed_id bigint, kind text)
  language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return query
  select f.fault_id, m.memory_id, f.detector,
         coalesce(retirement.step_id, producer.step_id, m.memory_id),
         case when retirement.step_id is not null then 'failed_retirement'
              when producer.step_id is not null then 'producer' else 'memory' end
    from unnest(p_faults) as asked(fault_id)
    join emend.fault f on f.tenant_id = p_tenant and f.fault_id = asked.fault_id
    join emend.node n on n.tenant_id = p_tenant and n.external_id = f.memory_id
    join emend.memory m on m.tenant_id = p_tenant and m.memory_id = n.node_id
    cross join lateral (
      select min(e.target_id) as step_id
        from emend.edge e
       where e.tenant_id = p_tenant and e.source_id = m.memory_id
         and e.label in ('delete', 'update', 'consolidate') and not e.is_late
         and e.target_id <= f.reported_t
         and (exists (select from emend.edge again
                       where again.tenant_id = p_tenant and again.source_id = m.memory_id and again.label in ('delete', 'update', 'consolidate')
                         and not again.is_late and again.target_id > e.target_id and again.target_id <= f.reported_t
                         and not exists (select from emend.replacement r where r.tenant_id = p_tenant and r.new_node_id = again.target_id))
              or emend.status_before_fault(p_tenant, m.memory_id, f.fault_id) = 'active')) retirement
    cross join lateral (
      select coalesce(m.producing_step_id, min(e.source_id)) as step_id
        from emend.edge e
       where e.tenant_id = p_tenant and e.target_id = m.memory_id and e.label = 'produce' and not e.is_late) producer;
end $$;
comment on function emend.fault_seed(integer, bigint[]) is
  'Where the walk from each fault starts: its failed retirement, else the step that produced it, else the memory itself.';

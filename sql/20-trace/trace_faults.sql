/**
 * trace_faults: where the walk from faults starts, what it reaches, and which answers they name, in one round trip.
 *
 * p_faults         ids of faults, in any state
 * p_policy, p_cap  as in affected_set
 * p_roots          nodes that the walk starts from as well, without a fault: what rests on erased data
 * returns          one row: rows of fault_seed by fault, A0 in clock order, named_answers, p_roots, and the faults that name none
 * raises           affected_too_large
 */
create or replace function emend.trace_faults(p_tenant integer, p_faults bigint[], p_policy text, p_cap bigint, p_roots bigint[] default '{}')
  returns table (faults bigint[], seeds jsonb, affected bigint[], answers bigint[], roots bigint[], unnamed bigint[])
  language plpgsql stable set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  v_seeds bigint[];
  v_memories bigint[];
begin
  select coalesce(jsonb_agg(to_jsonb(s) order by s.fault_id), '[]'), array_agg(s.seed_id), array_agg(s.memory_id) into seeds, v_seeds, v_memories
    from emend.fault_seed(p_tenant, p_faults) s;
  faults := p_faults;
  roots := p_roots;
  select coalesce(array_agg(a.id order by a.id), '{}') into affected
    from emend.affected_set(p_tenant, v_seeds || v_memories || p_roots, v_seeds || v_seeds || p_roots, p_policy, p_cap) as a(id);
  answers := array(select emend.named_answers(p_tenant, p_faults));
  unnamed := array(select f.fault_id from emend.fault f
                    where f.tenant_id = p_tenant and f.fault_id = any (p_faults) and f.failed_answer_id is null order by f.fault_id);
  return next;
end $$;
comment on function emend.trace_faults(integer, bigint[], text, bigint, bigint[]) is
  'Where the walk from faults starts, what it reaches, and which answers they name.';

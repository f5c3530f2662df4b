/**
 * left_invalid: steps outside A0 that earlier repairs made invalid and did not replay, and that the repair at hand asks for.
 *
 * An earlier repair leaves alone what no answer of its own needs (R10). When a later one makes an answer again, or replays a step that
 * stands on what was left, one repair of all the faults would have replayed that too: so it joins A0. The walk goes backward and stays
 * within what earlier repairs listed as affected, so its cost follows them and not the store.
 *
 * p_answers   answers that are made again; everything that reaches one counts (R8), through memories that are still there
 * p_steps     other steps that are replayed: what they stand on counts as far as it is invalid throughout (R9), and the writers
 *             of memories that left
 * p_affected  A0
 * returns     internal ids, in no particular order; none in a tenant without repairs
 */
create or replace function emend.left_invalid(p_tenant integer, p_answers bigint[], p_steps bigint[], p_affected bigint[])
  returns setof bigint language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  if not exists (select from emend.repair r where r.tenant_id = p_tenant and r.planned_at is not null) then
    return;
  end if;
  return query
  with recursive
  reach(id) as (
    select unnest(p_answers)
    union
    select e.source_id from reach a
     cross join lateral (
       select x.source_id from emend.edge x
        where x.tenant_id = p_tenant and x.target_id = a.id and x.label not in ('supersede', 'chain')
          and exists (select from emend.plan_row p
                        join emend.repair r on r.tenant_id = p_tenant and r.repair_id = p.repair_id
                         and r.state in ('applied', 'replayed', 'finished', 'done')
                       where p.tenant_id = p_tenant and p.node_id = x.source_id and p.is_affected)
          and not exists (select from emend.memory_state m
                            join emend.plan_row p on p.tenant_id = p_tenant and p.node_id = m.memory_id and p.disposition in ('delete', 'quarantine')
                           where m.tenant_id = p_tenant and m.memory_id = x.source_id and m.status in ('deleted', 'quarantined'))
       offset 0) e),
  behind(id) as (
    select unnest(p_steps || p_answers)
    union
    select e.source_id from behind b
     cross join lateral (
       select x.source_id from emend.edge x
        where x.tenant_id = p_tenant and x.target_id = b.id and x.label not in ('supersede', 'chain')
          and (exists (select from emend.step_state v
                        where v.tenant_id = p_tenant and v.step_id = x.source_id and v.validity = 'invalid')
               or exists (select from emend.memory_state m
                           where m.tenant_id = p_tenant and m.memory_id = x.source_id and m.status = 'quarantined'))
       offset 0) e),
  wanted as (select reach.id from reach union select behind.id from behind)
  select w.id from wanted w
    join emend.step_state v on v.tenant_id = p_tenant and v.step_id = w.id and v.validity = 'invalid'
   where w.id not in (select unnest(p_affected))
     and not exists (select from emend.step_places(p_tenant, array[w.id]) s where s.is_settled or s.is_undone);
end $$;
comment on function emend.left_invalid(integer, bigint[], bigint[], bigint[]) is
  'Steps outside the affected set that earlier repairs left invalid and that the repair at hand asks for.';

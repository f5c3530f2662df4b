/**
 * step_places: where nodes that repairs made belong, and which steps an earlier repair has settled.
 *
 * A replayed step takes the place of the step that it stands for, through any number of repairs, and a memory that it made the place
 * of that step. So a second repair runs in the order of the first record, as one repair of all the faults would have.
 *
 * p_nodes  internal ids
 * returns  one row for each of them that has anything to say, in no particular order: place, the clock of the oldest step that it stands
 *          for, else its own; is_settled, a step that a repair has replayed with a result, an action that a repaired plan does not make any
 *          more, or what was erased with its user, so that nothing takes its place; is_owed, a step that a repair made because a fault needs a correct replacement, or the producer of a fault for which it
 *          found nothing to write; is_out, a memory that a repair has deleted or quarantined; is_stale, one that it deleted because the step
 *          that was to retire it had failed to. Repairs that were undone do not count.
 */
create or replace function emend.step_places(p_tenant integer, p_nodes bigint[])
  returns table (node_id bigint, place bigint, is_settled boolean, is_owed boolean, is_out boolean, is_stale boolean, is_undone boolean)
  language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  if not exists (select from emend.repair r where r.tenant_id = p_tenant and r.planned_at is not null)
     and not exists (select from emend.erasure e where e.tenant_id = p_tenant) then
    return;
  end if;
  return query
  with recursive up(of_id, at_id) as (
    select x.id, coalesce(m.producing_step_id, x.id)
      from unnest(p_nodes) as x(id)
      left join emend.memory m on m.tenant_id = p_tenant and m.memory_id = x.id
    union
    select u.of_id, r.old_node_id from up u
     cross join lateral (
       select w.old_node_id from emend.replacement w where w.tenant_id = p_tenant and w.new_node_id = u.at_id offset 0) r),
  placed as (
    select u.of_id, min(u.at_id) as first_id, max(u.at_id) as step_id, count(*) > 1 as is_made from up u group by u.of_id),
  known as (
    select p.of_id, case when p.is_made then p.first_id else p.of_id end as place,
           coalesce(o.is_settled, false) or exists (
             select from emend.erased_node e where e.tenant_id = p_tenant and e.node_id = p.of_id and not e.is_derived) as is_settled, coalesce(o.is_out, false) as is_out, coalesce(o.is_stale, false) as is_stale,
           exists (select from emend.step_state v join emend.repair r on r.tenant_id = p_tenant and r.repair_id = v.repair_id and r.state = 'undone'
                    where p.is_made and v.tenant_id = p_tenant and v.step_id = p.step_id) as is_undone,
           coalesce(o.found_nothing and not o.is_settled, false) or p.is_made and exists (
             select from emend.replacement w
               join emend.plan_row x on x.tenant_id = p_tenant and x.node_id = w.old_node_id and x.rule = 'R4'
               join emend.repair r on r.tenant_id = p_tenant and r.repair_id = x.repair_id and r.state <> 'undone'
              where w.tenant_id = p_tenant and w.new_node_id = p.of_id) as is_owed
      from placed p
     cross join lateral (
       select bool_or(y.state in ('done', 'reused') or (y.state = 'noop' and x.node_kind = 'tool_action')) as is_settled,
              bool_or(y.state = 'noop' and x.rule = 'R4') as found_nothing,
              bool_or(x.disposition in ('delete', 'quarantine') and s.status in ('deleted', 'quarantined')) as is_out,
              bool_or(x.disposition = 'delete' and x.status_before = 'active' and s.status = 'deleted' and exists (
                select from emend.edge e where e.tenant_id = p_tenant and e.source_id = x.node_id
                   and e.label in ('delete', 'update', 'consolidate') and not e.is_late
                   and not exists (select from emend.replacement w where w.tenant_id = p_tenant and w.new_node_id = e.target_id))) as is_stale
         from emend.plan_row x
         join emend.repair r on r.tenant_id = p_tenant and r.repair_id = x.repair_id
          and r.state in ('applied', 'replayed', 'finished', 'done')
         left join emend.replay_step y on y.tenant_id = p_tenant and y.repair_id = x.repair_id and y.step_id = x.node_id
         left join emend.memory_state s on s.tenant_id = p_tenant and s.memory_id = x.node_id
        where x.tenant_id = p_tenant and x.node_id = p.of_id offset 0) o)
  select k.of_id, k.place, k.is_settled, k.is_owed, k.is_out, k.is_stale, k.is_undone from known k
   where k.place <> k.of_id or k.is_settled or k.is_owed or k.is_out;
end $$;
comment on function emend.step_places(integer, bigint[]) is
  'Where nodes that repairs made belong, and which steps an earlier repair has settled.';

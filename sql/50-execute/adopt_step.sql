/**
 * adopt_step: a step is to be replayed as a repair that this one has taken over has replayed it: what that one wrote stands again, under its
 * old ids.
 *
 * Both say the same and rest on the same, which may be cited. Memories are taken over only as long as the repair has made none of its own: so they are as old, one against the other, as
 * if all had been made now, and ties in a search fall the same way.
 *
 * p_items   what is to be recorded
 * p_detail  notes of the executor
 * returns   the state of the repair then, the result is written down; null when p_items have to be recorded
 * raises    lost_lease
 */
create or replace function emend.adopt_step(p_tenant integer, p_repair bigint, p_epoch integer, p_step bigint, p_items jsonb, p_detail jsonb) returns emend.repair_state
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_row emend.replay_step;
  v_made bigint[];
  v_memories bigint[];
  v_retired record;
begin
  select y.* into v_row from emend.merged_before(p_tenant, p_repair) as m(id)
    join emend.replay_step y on y.tenant_id = p_tenant and y.repair_id = m.id and y.step_id = p_step
   where y.state = 'done'
   order by y.finished_at desc limit 1;
  if v_row.step_id is null then
    return null;
  end if;
  v_made := array(select made.id::bigint from jsonb_array_elements_text(v_row.detail -> 'made') made(id) order by 1);
  v_memories := array(select m.memory_id from emend.memory m where m.tenant_id = p_tenant and m.memory_id = any (v_made) order by 1);

  if emend.items_digest(p_items) is distinct from emend.items_digest(emend.made_items(p_tenant, v_made)) then
    return null;
  elsif exists (select from emend.step s cross join lateral unnest(s.used_ids || s.consumed_ids) as u(id)
                 where s.tenant_id = p_tenant and s.step_id = any (v_made) and u.id <> all (v_made) and not emend.may_cite(p_tenant, u.id)) then
    return null;
  elsif exists (select from emend.step_state s join emend.repair r on r.tenant_id = p_tenant and r.repair_id = s.repair_id and r.state <> 'undone'
                 where s.tenant_id = p_tenant and s.step_id = any (v_made)) then
    return null;
  elsif v_memories <> '{}' and exists (
      select from emend.replay_step z
       cross join lateral jsonb_array_elements_text(z.detail -> 'made') as made(id)
        join emend.memory m on m.tenant_id = p_tenant and m.memory_id = made.id::bigint
       where z.tenant_id = p_tenant and z.repair_id = p_repair and not z.detail ? 'adopted') then
    return null;
  end if;

  delete from emend.step_state s where s.tenant_id = p_tenant and s.step_id = any (v_made);
  for v_retired in  -- an agent may have retired it since
    select case when exists (select from emend.edge e
                              where e.tenant_id = p_tenant and e.source_id = m.id and e.label in ('delete', 'update', 'consolidate', 'supersede')
                                and not exists (select from emend.merged_before(p_tenant, p_repair) as b(id)
                                                  join emend.replay_step y on y.tenant_id = p_tenant and y.repair_id = b.id
                                                 where y.detail -> 'made' @> to_jsonb(e.target_id)))
                then 'superseded' else 'active' end::emend.memory_status as status, array_agg(m.id) as ids
      from unnest(v_memories) as m(id) group by 1
  loop
    perform emend.set_memory_status(p_tenant, v_retired.ids, v_retired.status, p_repair, null, null, 'the repair writes the same again');
  end loop;
  for v_retired in
    select case when e.label = 'delete' then 'deleted' else 'superseded' end::emend.memory_status as status, array_agg(distinct e.source_id) as ids
      from emend.edge e
      join emend.memory_state c on c.tenant_id = p_tenant and c.memory_id = e.source_id and c.status = 'active'
     where e.tenant_id = p_tenant and e.target_id = any (v_made) and e.label in ('delete', 'update', 'consolidate', 'supersede')
     group by 1
  loop
    perform emend.set_memory_status(p_tenant, v_retired.ids, v_retired.status, p_repair, null, null, 'the repair retires the same again');
  end loop;
  perform emend.settle_step(
    p_tenant, p_repair, p_epoch, p_step, 'done',
    (select n.external_id from emend.node n where n.tenant_id = p_tenant and n.node_id = v_row.new_step_id), v_row.is_changed,
    (select coalesce(jsonb_agg(jsonb_build_object('id', n.external_id, 'old', w.old_node_id)), '[]')
       from emend.replacement w join emend.node n on n.tenant_id = p_tenant and n.node_id = w.new_node_id
      where w.tenant_id = p_tenant and w.new_node_id = any (v_made)),
    v_made, '{}', p_detail || jsonb_build_object('adopted', v_row.repair_id));
  return (select r.state from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair);
end $$;
comment on function emend.adopt_step(integer, bigint, integer, bigint, jsonb, jsonb) is
  'A step is replayed as a repair that this one has taken over has replayed it: what that one wrote stands again.';

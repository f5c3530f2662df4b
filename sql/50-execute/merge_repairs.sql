/**
 * merge_repairs: a repair takes earlier ones over (G11): what they did is taken back, and their faults are its own, so that the plan
 * for all of them starts from where they started. In the caller's transaction, which holds the lock of the tenant.
 *
 * Their tombstones stand and go over too: what they buried stays buried throughout, and so do the memories that they deleted, which
 * are withheld until the new plan deletes them again.
 *
 * p_repair  the repair that takes over
 * p_merged  repairs that are done, in any order
 * p_actor   for the journal
 * raises    repair_conflict when one of them is not done
 */
create or replace function emend.merge_repairs(p_tenant integer, p_repair bigint, p_merged bigint[], p_actor text default current_user) returns void
  language plpgsql as $$
declare
  v_one record;
begin
  perform emend.lock_nodes(p_tenant, array(
    select p.node_id from emend.plan_row p where p.tenant_id = p_tenant and p.repair_id = any (p_merged)
    union
    select made.id::bigint from emend.replay_step y, jsonb_array_elements_text(y.detail -> 'made') made(id)
     where y.tenant_id = p_tenant and y.repair_id = any (p_merged)));
  for v_one in
    select r.repair_id, r.state, r.plan_hash from emend.repair r
     where r.tenant_id = p_tenant and r.repair_id = any (p_merged)
     order by r.planned_at desc, r.repair_id desc for no key update
  loop
    if v_one.state <> 'done' then
      raise exception 'repair % takes over repair %, which is %', p_repair, v_one.repair_id, v_one.state
        using errcode = 'P0001', detail = format('emend:repair_conflict {"repair": %s, "later": %s}', p_repair, v_one.repair_id),
              hint = format('Do repair %s again first.', v_one.repair_id);
    end if;
    insert into emend.journal (tenant_id, repair_id, actor, action, from_status, to_status, reason, plan_hash)
    values (p_tenant, v_one.repair_id, p_actor, 'merge', 'done', 'undone', format('repair %s takes it over', p_repair), v_one.plan_hash);
    insert into emend.journal (tenant_id, repair_id, fault_id, actor, action, from_status, to_status, reason)
    select p_tenant, p_repair, f.fault_id, p_actor, 'claim', f.state::text, 'claimed', format('taken over from repair %s', v_one.repair_id)
      from emend.fault f where f.tenant_id = p_tenant and f.repair_id = v_one.repair_id and f.state <> 'withdrawn' order by f.fault_id;
    update emend.fault f set state = 'claimed', repair_id = p_repair
     where f.tenant_id = p_tenant and f.repair_id = v_one.repair_id and f.state <> 'withdrawn';
    update emend.tombstone t set repair_id = p_repair
     where t.tenant_id = p_tenant and t.repair_id = v_one.repair_id and t.lifted_at is null;
    update emend.repair r set state = 'undone', undone_at = now(), waiting_for = null where r.tenant_id = p_tenant and r.repair_id = v_one.repair_id;
    perform emend.take_back(p_tenant, v_one.repair_id, format('repair %s takes it over', p_repair), p_actor);
    insert into emend.event (tenant_id, type, repair_id) values (p_tenant, 'repair:merged', v_one.repair_id);
  end loop;
  update emend.repair r set merged_repairs = array(select distinct unnest(r.merged_repairs || p_merged) as id order by id)
   where r.tenant_id = p_tenant and r.repair_id = p_repair and cardinality(p_merged) > 0;
end $$;
comment on function emend.merge_repairs(integer, bigint, bigint[], text) is
  'A repair takes earlier ones over: what they did is taken back, and their faults are its own.';

/**
 * bring_back: invert the journal rows of the last take_back of a repair: memories and steps are as it had left them.
 *
 * p_since  the journal row with which it was taken back
 * p_reason, p_actor  for the journal
 */
create or replace function emend.bring_back(p_tenant integer, p_repair bigint, p_since bigint, p_reason text, p_actor text) returns void
  language plpgsql as $$
declare
  v_end bigint;
  v_hash text;
  v_group record;
begin
  select max(j.journal_id) into v_end from emend.journal j where j.tenant_id = p_tenant and j.repair_id = p_repair;
  select r.plan_hash into v_hash from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair;
  for v_group in
    select j.from_status::emend.memory_status as status, array_agg(j.node_id order by j.node_id) as ids
      from emend.journal j
      join emend.memory_state s on s.tenant_id = p_tenant and s.memory_id = j.node_id and s.status::text = j.to_status
     where j.tenant_id = p_tenant and j.repair_id = p_repair and j.journal_id > p_since and j.journal_id <= v_end
       and j.action = 'set_status' and j.from_status <> 'withheld'
     group by j.from_status
  loop
    perform emend.set_memory_status(p_tenant, v_group.ids, v_group.status, p_repair, null, null, p_reason, v_hash, p_actor);
  end loop;

  with undone as (
    select j.node_id, j.from_status, j.to_status from emend.journal j
      join emend.step t on t.tenant_id = p_tenant and t.step_id = j.node_id
     where j.tenant_id = p_tenant and j.repair_id = p_repair and j.journal_id > p_since and j.journal_id <= v_end),
  back as (
    insert into emend.step_state (tenant_id, step_id, validity, repair_id, is_stale_answer)
    select p_tenant, u.node_id, 'invalid', p_repair, coalesce(p.is_stale_answer, false) from undone u
      left join emend.plan_row p on p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_id = u.node_id
     where u.to_status = 'valid' on conflict do nothing returning step_id),
  cleared as (
    delete from emend.step_state s using undone u
     where s.tenant_id = p_tenant and s.step_id = u.node_id and u.to_status = 'invalid'
       and (s.repair_id = p_repair or s.repair_id in (select emend.merged_before(p_tenant, p_repair))) returning s.step_id)
  insert into emend.journal (tenant_id, node_id, repair_id, actor, action, from_status, to_status, reason, plan_hash)
  select p_tenant, b.step_id, p_repair, p_actor, 'invalidate', 'valid', 'invalid', p_reason, v_hash from back b
  union all
  select p_tenant, c.step_id, p_repair, p_actor, 'restore', 'invalid', 'valid', p_reason, v_hash from cleared c;

  -- what it had made again is stale no more
  update emend.step_state s set is_stale_answer = false
    from emend.replay_step y
   where y.tenant_id = p_tenant and y.repair_id = p_repair and y.state in ('done', 'cut_off')
     and s.tenant_id = p_tenant and s.step_id = y.step_id and s.is_stale_answer;
end $$;
comment on function emend.bring_back(integer, bigint, bigint, text, text) is
  'Inverts the last take_back of a repair: memories and steps are as it had left them.';

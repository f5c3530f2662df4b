/**
 * settle_step: write what came of replaying one step, in the transaction that recorded its new nodes (B4 of a wait, B5).
 *
 * One result per repair and step: the loser of a race finds the step settled and changes nothing. When no step is left
 * the repair has replayed.
 *
 * p_state        done, noop, cut_off, reused; pending = there is more to do; waiting = a person decides
 * p_new_step     node that stands for the step, or null
 * p_replaces     [{new, old}] internal ids
 * p_made         nodes that were recorded
 * p_evidence     cut_off: what the old step was found to follow from
 * p_detail       notes of the executor; made is added to
 * returns        false when it was settled before
 * raises         lost_lease
 */
create or replace function emend.settle_step(
  p_tenant integer, p_repair bigint, p_epoch integer, p_step bigint, p_state text, p_new_step bigint, p_is_changed boolean,
  p_replaces jsonb, p_made bigint[], p_evidence bigint[], p_detail jsonb)
  returns boolean language plpgsql as $$
declare
  v_detail jsonb;
begin
  perform emend.assert_lease(p_tenant, p_repair, p_epoch);
  select coalesce(s.detail, '{}') into v_detail from emend.replay_step s
   where s.tenant_id = p_tenant and s.repair_id = p_repair and s.step_id = p_step for update;
  v_detail := v_detail || p_detail || jsonb_build_object('made', coalesce(v_detail -> 'made', '[]') || to_jsonb(p_made));

  insert into emend.replacement (tenant_id, new_node_id, old_node_id, repair_id)
  select p_tenant, j.new, j.old, p_repair from jsonb_to_recordset(p_replaces) as j(new bigint, old bigint)
   where j.new > j.old on conflict do nothing;
  insert into emend.journal (tenant_id, node_id, repair_id, action, to_status, reason, plan_hash)
  select p_tenant, n.node_id, p_repair, 'replay', case when n.kind = 'memory' then 'active' else 'valid' end,
         'made in the place of ' || coalesce((select string_agg(o.external_id, ', ' order by o.node_id)
                                                from jsonb_to_recordset(p_replaces) as j(new bigint, old bigint)
                                                join emend.node o on o.tenant_id = p_tenant and o.node_id = j.old
                                               where j.new = n.node_id), 'nothing: the repaired plan asked for it'), r.plan_hash
    from unnest(p_made) m(id)
    join emend.node n on n.tenant_id = p_tenant and n.node_id = m.id
    join emend.repair r on r.tenant_id = p_tenant and r.repair_id = p_repair
   order by n.node_id;

  if p_state = 'done' then
    perform emend.retire_replaced(p_tenant, p_repair, p_step);
  elsif p_state = 'cut_off' then
    perform emend.restore_step(p_tenant, p_repair, p_step, coalesce(p_detail ->> 'reason', 'it came out the same'));
    perform emend.add_evidence(p_tenant, p_step, p_evidence);
  elsif p_state = 'noop' then
    insert into emend.journal (tenant_id, node_id, repair_id, action, reason, plan_hash)
    select p_tenant, p_step, p_repair, 'skip_replay', p_detail ->> 'reason', r.plan_hash
      from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair;
    if p_detail ? 'restored' then
      perform emend.keep_consequences(p_tenant, p_repair, p_step, array(select x::bigint from jsonb_array_elements_text(p_detail -> 'restored') x));
    end if;
  elsif p_state = 'waiting' then
    update emend.repair r set waiting_for = 'tool' where r.tenant_id = p_tenant and r.repair_id = p_repair;
    insert into emend.event (tenant_id, type, node_id, repair_id) values (p_tenant, 'tool:waiting', p_step, p_repair);
  end if;
  if p_state in ('done', 'cut_off') then
    update emend.step_state s set is_stale_answer = false
     where s.tenant_id = p_tenant and s.step_id = p_step and s.is_stale_answer;
  end if;

  update emend.replay_step s
     set state = p_state, new_step_id = coalesce(p_new_step, s.new_step_id), is_changed = p_is_changed, detail = v_detail,
         finished_at = case when p_state in ('pending', 'waiting') then null else now() end
   where s.tenant_id = p_tenant and s.repair_id = p_repair and s.step_id = p_step;
  update emend.repair r set attempt_count = 0 where r.tenant_id = p_tenant and r.repair_id = p_repair;
  return true;
end $$;
comment on function emend.settle_step(integer, bigint, integer, bigint, text, bigint, boolean, jsonb, bigint[], bigint[], jsonb) is
  'Writes what came of replaying one step.';

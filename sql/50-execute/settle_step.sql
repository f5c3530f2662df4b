/**
 * settle_step: write what came of replaying one step, in the transaction that recorded its new nodes (B4 of a wait, B5).
 *
 * One result per repair and step: who holds the step (hold_step) has seen that it is not settled. When no step is left the repair
 * has replayed.
 *
 * p_state        done, noop, cut_off, reused; pending = there is more to do; waiting = a person decides
 * p_new_step     external id of the node that stands for the step, or null
 * p_replaces     [{id, old}]: external id of a new or reused node, internal id of the old one; unknown ones are ignored
 * p_made         nodes that were recorded
 * p_evidence     cut_off: external ids of what the old step was found to follow from
 * p_detail       notes of the executor; made is added to
 * raises         lost_lease
 */
create or replace function emend.settle_step(
  p_tenant integer, p_repair bigint, p_epoch integer, p_step bigint, p_state text, p_new_step text, p_is_changed boolean,
  p_replaces jsonb, p_made bigint[], p_evidence text[], p_detail jsonb)
  returns void language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_detail jsonb;
  v_hash text;
  v_new bigint[];
  v_old bigint[];
begin
  perform emend.assert_lease(p_tenant, p_repair, p_epoch);
  select r.plan_hash into v_hash from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair;
  select coalesce(s.detail, '{}') into v_detail from emend.replay_step s
   where s.tenant_id = p_tenant and s.repair_id = p_repair and s.step_id = p_step for update;
  v_detail := v_detail || p_detail || jsonb_build_object('made', coalesce(v_detail -> 'made', '[]') || to_jsonb(p_made));

  select array_agg(n.node_id), array_agg(j.old) into v_new, v_old
    from jsonb_to_recordset(p_replaces) as j(id text, old bigint)
   cross join lateral (select x.node_id from emend.node x where x.tenant_id = p_tenant and x.external_id = j.id offset 0) n;
  insert into emend.replacement (tenant_id, new_node_id, old_node_id, repair_id)
  select p_tenant, j.new, j.old, p_repair from unnest(v_new, v_old) as j(new, old) where j.new > j.old on conflict do nothing;
  insert into emend.journal (tenant_id, node_id, repair_id, action, to_status, reason, plan_hash)
  select p_tenant, n.node_id, p_repair, 'replay', case when n.kind = 'memory' then 'active' else 'valid' end,
         'made in the place of ' || coalesce((select string_agg(o.external_id, ', ' order by o.node_id)
                                                from unnest(v_new, v_old) as j(new, old)
                                                join emend.node o on o.tenant_id = p_tenant and o.node_id = j.old
                                               where j.new = n.node_id), 'nothing: the repaired plan asked for it'), v_hash
    from unnest(p_made) m(id)
   cross join lateral (select x.node_id, x.kind from emend.node x where x.tenant_id = p_tenant and x.node_id = m.id offset 0) n
   order by n.node_id;

  if p_state = 'done' then
    perform emend.retire_replaced(p_tenant, p_repair, p_step);
  elsif p_state = 'cut_off' then
    perform emend.restore_step(p_tenant, p_repair, p_step, coalesce(p_detail ->> 'reason', 'it came out the same'));
    v_detail := v_detail || jsonb_build_object('found', emend.add_evidence(
      p_tenant, p_step, array(select n.node_id from emend.node n where n.tenant_id = p_tenant and n.external_id = any (p_evidence))));
  elsif p_state = 'noop' then
    insert into emend.journal (tenant_id, node_id, repair_id, action, reason, plan_hash)
    values (p_tenant, p_step, p_repair, 'skip_replay', p_detail ->> 'reason', v_hash);
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
     set state = p_state, new_step_id = coalesce((select n.node_id from emend.node n where n.tenant_id = p_tenant and n.external_id = p_new_step), s.new_step_id),
         is_changed = p_is_changed, detail = v_detail,
         finished_at = case when p_state in ('pending', 'waiting') then null else now() end
   where s.tenant_id = p_tenant and s.repair_id = p_repair and s.step_id = p_step;
  if emend.next_replay(p_tenant, p_repair) is null then
    perform emend.move_repair(p_tenant, p_repair, array['applied']::emend.repair_state[], 'replayed');
  else
    update emend.repair r set attempt_count = 0 where r.tenant_id = p_tenant and r.repair_id = p_repair;
  end if;
end $$;
comment on function emend.settle_step(integer, bigint, integer, bigint, text, text, boolean, jsonb, bigint[], text[], jsonb) is
  'Writes what came of replaying one step.';

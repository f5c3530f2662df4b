/**
 * commit_plan: boundary B2. Stores the rows of a plan and withholds what it withdraws, in the caller's transaction, which
 * has locked the affected nodes and holds the plan lock of the tenant.
 *
 * From the commit on no agent can read the affected memories or cite the invalid steps; nothing has another status yet.
 *
 * p_rows           [{node_id, disposition, rule, reason, is_affected, is_supported, is_invalid, is_stale_answer, replay_position, proof}]
 * p_graph_version  largest node id the plan has seen
 * p_consequences   kept memories that record what an irreversible call did
 * raises           lost_lease; repair_state unless the repair is open
 */
create or replace function emend.commit_plan(
  p_tenant integer, p_repair bigint, p_epoch integer, p_rows jsonb, p_hash text, p_graph_version bigint, p_failed_answer bigint,
  p_consequences bigint[] default '{}')
  returns void language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_count integer;
begin
  perform emend.assert_lease(p_tenant, p_repair, p_epoch);
  perform emend.move_repair(p_tenant, p_repair, array['open']::emend.repair_state[], 'planned');

  insert into emend.plan_row (tenant_id, repair_id, node_id, node_kind, disposition, rule, reason, is_affected, is_supported,
                              is_invalid, is_stale_answer, replay_position, status_before, proof)
  select p_tenant, p_repair, j.node_id, n.kind, j.disposition, j.rule, j.reason, j.is_affected, j.is_supported,
         j.is_invalid, j.is_stale_answer, j.replay_position, s.status, j.proof
    from jsonb_to_recordset(p_rows) as j(node_id bigint, disposition emend.disposition, rule text, reason text, is_affected boolean,
           is_supported boolean, is_invalid boolean, is_stale_answer boolean, replay_position integer, proof jsonb)
   cross join lateral (select x.kind from emend.node x where x.tenant_id = p_tenant and x.node_id = j.node_id offset 0) n
    left join lateral (select x.status from emend.memory_state x where x.tenant_id = p_tenant and x.memory_id = j.node_id offset 0) s on n.kind = 'memory';
  get diagnostics v_count = row_count;
  if v_count <> jsonb_array_length(p_rows) then
    raise exception 'the plan of repair % names a node that the tenant does not have', p_repair using errcode = '23514';
  end if;

  perform emend.withhold_memories(p_tenant, array_agg(p.node_id), array_agg(p.rule), array_agg(p.reason), p_repair, p_hash)
     from emend.plan_row p
    where p.tenant_id = p_tenant and p.repair_id = p_repair and p.disposition in ('delete', 'quarantine');

  -- What another repair withholds while its plan waits for a person goes over to the one that decides first.
  if exists (select from emend.repair r where r.tenant_id = p_tenant and r.repair_id <> p_repair and r.state = 'open' and r.waiting_for = 'approval') then
    update emend.step_state s set repair_id = p_repair
      from emend.plan_row p, emend.repair r
     where p.tenant_id = p_tenant and p.repair_id = p_repair and p.is_invalid
       and s.tenant_id = p_tenant and s.step_id = p.node_id and s.validity = 'withheld' and s.repair_id <> p_repair
       and r.tenant_id = p_tenant and r.repair_id = s.repair_id and r.state = 'open';
  end if;
  insert into emend.step_state (tenant_id, step_id, validity, repair_id)
  select p_tenant, p.node_id, 'withheld', p_repair from emend.plan_row p
   where p.tenant_id = p_tenant and p.repair_id = p_repair and p.is_invalid
  on conflict do nothing;

  insert into emend.journal (tenant_id, node_id, repair_id, action, reason, plan_hash)
  select p_tenant, c.id, p_repair, 'mark_consequence', 'records what an irreversible tool call did', p_hash from unnest(p_consequences) c(id);
  insert into emend.event (tenant_id, type, node_id, repair_id)
  select p_tenant, 'memory:consequence', c.id, p_repair from unnest(p_consequences) c(id);

  update emend.repair r
     set plan_hash = p_hash, graph_version = p_graph_version, failed_answer_id = p_failed_answer, planned_at = now()
   where r.tenant_id = p_tenant and r.repair_id = p_repair;
end $$;
comment on function emend.commit_plan(integer, bigint, integer, jsonb, text, bigint, bigint, bigint[]) is
  'B2: stores the rows of a plan and withholds what it withdraws.';

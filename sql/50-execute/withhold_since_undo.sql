/**
 * withhold_since_undo: what was recorded on the nodes of a repair while it was undone, and has lost its ground now that the repair is done
 * again: it is withheld at once, and a worker takes it into the repair like anything recorded late (settle_late).
 *
 * The walk starts at what the repair withdraws, and never runs through what its plan kept or what it wrote itself.
 *
 * p_actor  who asks
 */
create or replace function emend.withhold_since_undo(p_tenant integer, p_repair bigint, p_actor text) returns void
  language plpgsql as $$
declare
  v_reason constant text := 'recorded while the repair was undone, on what it withdraws';
  v_own bigint[];
  v_withdrawn bigint[];
  v_late bigint[];
begin
  select array_agg(p.node_id), array_agg(p.node_id) filter (where p.is_invalid or p.disposition in ('delete', 'quarantine'))
    into v_own, v_withdrawn from emend.plan_row p where p.tenant_id = p_tenant and p.repair_id = p_repair;
  v_own := v_own || array(select made.id::bigint from emend.replay_step t, jsonb_array_elements_text(t.detail -> 'made') made(id)
                           where t.tenant_id = p_tenant and t.repair_id = p_repair);
  v_late := array(
    with recursive late(id) as (
      select e.target_id from unnest(v_withdrawn) as w(id)
       cross join lateral (select x.target_id from emend.edge x
                            where x.tenant_id = p_tenant and x.source_id = w.id and x.label <> 'supersede' offset 0) e
       where e.target_id <> all (v_own)
      union
      select e.target_id from late l
       cross join lateral (select x.target_id from emend.edge x
                            where x.tenant_id = p_tenant and x.source_id = l.id and x.label <> 'supersede' offset 0) e
       where e.target_id <> all (v_own))
    select l.id from late l
      join emend.repair r on r.tenant_id = p_tenant and r.repair_id = p_repair
     where l.id > r.graph_version);
  if cardinality(v_late) = 0 then
    return;
  end if;
  perform emend.withhold_memories(p_tenant, v_late, array_fill(null::text, array[cardinality(v_late)]),
                                  array_fill(v_reason, array[cardinality(v_late)]), p_repair, null, p_actor);
  with withheld as (
    insert into emend.step_state (tenant_id, step_id, validity, repair_id)
    select p_tenant, s.step_id, 'withheld', p_repair from emend.step s where s.tenant_id = p_tenant and s.step_id = any (v_late)
        on conflict do nothing returning step_id)
  insert into emend.journal (tenant_id, node_id, repair_id, actor, action, from_status, to_status, reason)
  select p_tenant, w.step_id, p_repair, p_actor, 'withhold', 'valid', 'withheld', v_reason from withheld w order by w.step_id;
  insert into emend.event (tenant_id, type, node_id, repair_id) select p_tenant, 'record:late', l.id, p_repair from unnest(v_late) as l(id);
  perform emend.nudge(p_tenant);
end $$;
comment on function emend.withhold_since_undo(integer, bigint, text) is
  'Withholds what was recorded on the nodes of a repair while it was undone, when it is done again.';

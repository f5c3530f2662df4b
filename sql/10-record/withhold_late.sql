/**
 * withhold_late: what an accepted call rests on withdrawn evidence is withheld with it, and the worker is nudged.
 *
 * p_withdrawn  withdrawn nodes that the call cites
 * p_sources, p_targets  edges of the call
 */
create or replace function emend.withhold_late(p_tenant integer, p_withdrawn bigint[], p_sources bigint[], p_targets bigint[])
  returns void language plpgsql as $$
declare
  v_late bigint[];
  v_repair bigint;
begin
  with recursive reached as (
    select e.target from unnest(p_sources, p_targets) as e(source, target) where e.source = any (p_withdrawn)
    union
    select e.target from reached r join unnest(p_sources, p_targets) as e(source, target) on e.source = r.target
  )
  select array_agg(r.target order by r.target) into v_late from reached r;
  select max(x.repair_id) into v_repair from (
    select s.repair_id from emend.step_state s where s.tenant_id = p_tenant and s.step_id = any (p_withdrawn)
    union all
    select p.repair_id from emend.plan_row p where p.tenant_id = p_tenant and p.node_id = any (p_withdrawn)
    union all
    select r.repair_id from emend.repair r where r.tenant_id = p_tenant and r.contained_ids && p_withdrawn) x;
  update emend.memory_state m set is_withheld = true, changed_at = now()
   where m.tenant_id = p_tenant and m.memory_id = any (v_late) and not m.is_withheld;
  if v_repair is not null then
    insert into emend.step_state (tenant_id, step_id, validity, repair_id)
    select p_tenant, s.step_id, 'withheld', v_repair from emend.step s where s.tenant_id = p_tenant and s.step_id = any (v_late)
        on conflict do nothing;
  end if;
  insert into emend.journal (tenant_id, node_id, repair_id, actor, action, from_status, to_status, reason)
  select p_tenant, l.id, v_repair, emend.caller(), 'withhold', null, 'withheld', 'recorded after a repair had withdrawn what it rests on'
    from unnest(v_late) as l(id);
  insert into emend.event (tenant_id, type, node_id, repair_id) select p_tenant, 'record:late', l.id, v_repair from unnest(v_late) as l(id);
  perform emend.nudge(p_tenant);
end $$;
comment on function emend.withhold_late(integer, bigint[], bigint[], bigint[]) is
  'Withhold what an accepted call rests on withdrawn evidence.';

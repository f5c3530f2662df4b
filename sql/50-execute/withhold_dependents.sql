/**
 * withhold_dependents: what was recorded on nodes that are gone is withheld at once, and a worker takes it into the repair like anything
 * recorded late (settle_late).
 *
 * p_repair   the repair
 * p_gone     nodes that may not be cited any more
 * p_spared   nodes that the walk never touches nor runs through
 * p_after    only what was recorded after this tick
 * p_reason   why, for people; p_actor: who asked
 */
create or replace function emend.withhold_dependents(
  p_tenant integer, p_repair bigint, p_gone bigint[], p_spared bigint[], p_after bigint, p_reason text, p_actor text default current_user) returns void
  language plpgsql as $$
declare
  v_late bigint[];
begin
  v_late := array(
    with recursive late(id) as (
      select e.target_id from unnest(p_gone) as w(id)
       cross join lateral (select x.target_id from emend.edge x
                            where x.tenant_id = p_tenant and x.source_id = w.id and x.label <> 'supersede' offset 0) e
       where e.target_id <> all (p_spared)
      union
      select e.target_id from late l
       cross join lateral (select x.target_id from emend.edge x
                            where x.tenant_id = p_tenant and x.source_id = l.id and x.label <> 'supersede' offset 0) e
       where e.target_id <> all (p_spared))
    select l.id from late l where l.id > p_after);
  if cardinality(v_late) = 0 then
    return;
  end if;
  perform emend.withhold_memories(p_tenant, v_late, array_fill(null::text, array[cardinality(v_late)]),
                                  array_fill(p_reason, array[cardinality(v_late)]), p_repair, null, p_actor);
  with withheld as (
    insert into emend.step_state (tenant_id, step_id, validity, repair_id)
    select p_tenant, s.step_id, 'withheld', p_repair from emend.step s where s.tenant_id = p_tenant and s.step_id = any (v_late)
        on conflict do nothing returning step_id)
  insert into emend.journal (tenant_id, node_id, repair_id, actor, action, from_status, to_status, reason)
  select p_tenant, w.step_id, p_repair, p_actor, 'withhold', 'valid', 'withheld', p_reason from withheld w order by w.step_id;
  insert into emend.event (tenant_id, type, node_id, repair_id) select p_tenant, 'record:late', l.id, p_repair from unnest(v_late) as l(id);
  perform emend.nudge(p_tenant);
end $$;
comment on function emend.withhold_dependents(integer, bigint, bigint[], bigint[], bigint, text, text) is
  'Withholds what was recorded on nodes that are gone; a worker takes it into the repair.';

/**
 * group_faults: give open faults to repairs, one repair a group, and nudge them. In the caller's transaction, which holds
 * the lock of the tenant.
 *
 * p_faults    open faults; what is open no more is skipped
 * p_groups    group of each: faults of one group go into one repair
 * p_repairs   beside each fault, an unplanned repair that its group joins; null for a new one
 * p_policies  policy of each, the same within a group
 * returns     the repairs that got faults, in order
 */
create or replace function emend.group_faults(
  p_tenant integer, p_faults bigint[], p_groups bigint[], p_repairs bigint[], p_policies text[]) returns setof bigint
  language plpgsql as $$
declare
  v_group record;
  v_repair bigint;
begin
  for v_group in
    select g.key, min(g.repair_id) as repair_id, min(g.policy) as policy, array_agg(g.fault_id order by g.fault_id) as faults
      from unnest(p_faults, p_groups, p_repairs, p_policies) as g(fault_id, key, repair_id, policy)
      join emend.fault f on f.tenant_id = p_tenant and f.fault_id = g.fault_id and f.state = 'open'
     group by g.key order by min(g.fault_id)
  loop
    v_repair := null;
    update emend.repair r set waiting_for = null -- its plan is another one now, which is held against what was approved
     where r.tenant_id = p_tenant and r.repair_id = v_group.repair_id and r.state = 'open'
    returning r.repair_id into v_repair;
    if v_repair is null then
      insert into emend.repair (tenant_id, policy) values (p_tenant, v_group.policy) returning repair_id into v_repair;
      insert into emend.event (tenant_id, type, repair_id) values (p_tenant, 'repair:opened', v_repair);
    end if;
    update emend.fault f set state = 'claimed', repair_id = v_repair
     where f.tenant_id = p_tenant and f.fault_id = any (v_group.faults);
    insert into emend.journal (tenant_id, repair_id, fault_id, action, from_status, to_status, reason)
    select p_tenant, v_repair, f.id, 'claim', 'open', 'claimed',
           case when cardinality(v_group.faults) = 1 then 'a repair of its own' else format('one of %s faults that reach the same nodes', cardinality(v_group.faults)) end
      from unnest(v_group.faults) as f(id) order by f.id;
    perform emend.nudge(p_tenant, 'emend_plan', v_repair);
    return next v_repair;
  end loop;
end $$;
comment on function emend.group_faults(integer, bigint[], bigint[], bigint[], text[]) is
  'Gives open faults to repairs, one repair a group, and nudges them.';

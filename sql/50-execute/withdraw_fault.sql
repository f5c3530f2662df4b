/**
 * withdraw_fault: a detector takes a diagnosis back.
 *
 * A held fault just ends. Before its repair is planned the fault just leaves it. Afterwards the repair is undone, and where it had other faults
 * these are open again, contained, and get a new repair; those that it had taken over from earlier repairs go back to them.
 *
 * returns  the repair that was undone, or null
 * raises   not_found; repair_conflict and erased as undo_repair
 */
create or replace function emend.withdraw_fault(p_tenant integer, p_fault bigint, p_actor text) returns bigint
  language plpgsql as $$
declare
  v_fault emend.fault;
  v_memory bigint;
  v_repair_state emend.repair_state;
  v_others bigint[];
begin
  select f.* into v_fault from emend.fault f where f.tenant_id = p_tenant and f.fault_id = p_fault for no key update;
  if v_fault.fault_id is null then
    raise exception 'there is no fault %', p_fault using errcode = 'P0001', detail = format('emend:not_found {"fault": %s}', p_fault);
  end if;
  if v_fault.state = 'withdrawn' then
    return null;
  end if;
  select r.state into v_repair_state from emend.repair r where r.tenant_id = p_tenant and r.repair_id = v_fault.repair_id;
  select array_agg(f.fault_id) into v_others from emend.fault f
   where f.tenant_id = p_tenant and f.repair_id = v_fault.repair_id and f.fault_id <> p_fault and f.state <> 'withdrawn';
  insert into emend.event (tenant_id, type, repair_id, fault_id) values (p_tenant, 'fault:withdrawn', v_fault.repair_id, p_fault);

  if v_repair_state is not null and (v_repair_state not in ('open', 'undone') or v_repair_state = 'open' and v_others is null) then
    perform emend.undo_repair(p_tenant, v_fault.repair_id, p_actor);
    update emend.fault f set state = 'open', repair_id = null
     where f.tenant_id = p_tenant and f.fault_id = any (v_others) and f.repair_id = v_fault.repair_id;
    perform emend.withhold_memories(p_tenant, array_agg(o.node_id), array_agg(null::text), array_agg('diagnosed by ' || o.detector), null, null, p_actor)
       from (select distinct on (n.node_id) n.node_id, f.detector from emend.fault f join emend.node n on n.tenant_id = p_tenant and n.external_id = f.memory_id
              where f.tenant_id = p_tenant and f.fault_id = any (v_others) and f.state = 'open' order by n.node_id, f.fault_id) o;
    -- it had come from an earlier repair, which stands again
    if exists (select from emend.fault f where f.tenant_id = p_tenant and f.fault_id = p_fault and f.state <> 'withdrawn') then
      perform emend.withdraw_fault(p_tenant, p_fault, p_actor);
    end if;
    if v_others is not null then
      perform emend.nudge(p_tenant, 'emend_open');
    end if;
    return v_fault.repair_id;
  end if;

  update emend.fault f set state = 'withdrawn' where f.tenant_id = p_tenant and f.fault_id = p_fault;
  select n.node_id into v_memory from emend.node n where n.tenant_id = p_tenant and n.external_id = v_fault.memory_id;
  perform emend.release_memories(p_tenant, array[v_memory], v_fault.repair_id, p_fault, 'the fault was withdrawn', null, p_actor)
   where not exists (select from emend.fault f where f.tenant_id = p_tenant and f.memory_id = v_fault.memory_id and f.state in ('open', 'held', 'claimed'))
     and not emend.is_held_elsewhere(p_tenant, v_memory, coalesce(v_fault.repair_id, 0));
  -- without it the plan is another one, which contains something else
  update emend.repair r set waiting_for = null
   where r.tenant_id = p_tenant and r.repair_id = v_fault.repair_id and r.state = 'open' and r.waiting_for = 'approval';
  if found then
    perform emend.nudge(p_tenant, 'emend_plan', v_fault.repair_id);
  end if;
  return null;
end $$;
comment on function emend.withdraw_fault(integer, bigint, text) is
  'A detector takes a diagnosis back; a repair that was planned for it is undone and its other faults open again.';

/**
 * restore_step: the old output of a step is valid again (early cut-off).
 *
 * With it the memories that it made and the plan quarantined, and, for an action, its observations. Such a memory is active again where what had taken
 * its place is out, else what it was; and what it had taken the place of, and the plan reopened, is retired again.
 *
 * p_reason  why, for people
 */
create or replace function emend.restore_step(p_tenant integer, p_repair bigint, p_step bigint, p_reason text) returns void
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_hash text;
  v_memory record;
  v_restored bigint[] := '{}';
begin
  select r.plan_hash into v_hash from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair;
  with again as (
    delete from emend.step_state s
     where s.tenant_id = p_tenant and s.repair_id = p_repair
       and (s.step_id = p_step
            or s.step_id in (select e.target_id from emend.edge e
                              where e.tenant_id = p_tenant and e.source_id = p_step and e.target_kind = 'tool_observation' and e.label = 'produce'))
    returning s.step_id)
  insert into emend.journal (tenant_id, node_id, repair_id, action, from_status, to_status, rule, reason, plan_hash)
  select p_tenant, a.step_id, p_repair, 'cut_off', 'invalid', 'valid', p.rule, p_reason, v_hash
    from again a left join emend.plan_row p on p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_id = a.step_id
   order by a.step_id;
  for v_memory in
    select case when p.status_before = 'superseded' and not exists (
                  select from emend.edge e
                    left join emend.memory_state x on x.tenant_id = p_tenant and x.memory_id = e.target_id
                   where e.tenant_id = p_tenant and e.source_id = m.memory_id and e.label in ('delete', 'update', 'consolidate', 'supersede')
                     and case when x.memory_id is null then not exists (select from emend.step_state y where y.tenant_id = p_tenant and y.step_id = e.target_id)
                              else x.status in ('active', 'superseded') end)
                then 'active' else p.status_before end as status, array_agg(p.node_id order by p.node_id) as ids
      from emend.memory m
      join emend.plan_row p on p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_id = m.memory_id
     where m.tenant_id = p_tenant and m.producing_step_id = p_step and p.disposition = 'quarantine'
     group by 1
  loop
    perform emend.set_memory_status(p_tenant, v_memory.ids, v_memory.status, p_repair, null, null, p_reason, v_hash);
    v_restored := v_restored || v_memory.ids;
  end loop;
  for v_memory in
    select case when e.label = 'delete' then 'deleted' else 'superseded' end::emend.memory_status as status, array_agg(distinct e.source_id order by e.source_id) as ids
      from emend.edge e
      join emend.plan_row p on p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_id = e.source_id and p.disposition = 'reopen'
      join emend.memory_state x on x.tenant_id = p_tenant and x.memory_id = e.source_id and x.status = 'active'
     where e.tenant_id = p_tenant and e.target_id = any (v_restored || p_step) and e.label in ('delete', 'update', 'consolidate', 'supersede')
     group by 1
  loop
    perform emend.set_memory_status(p_tenant, v_memory.ids, v_memory.status, p_repair, null, null, 'what took its place stands again', v_hash);
  end loop;
end $$;
comment on function emend.restore_step(integer, bigint, bigint, text) is
  'Makes the old output of a step valid again, with its quarantined memories and observations.';

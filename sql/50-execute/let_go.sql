/**
 * let_go: a planned repair that is not applied after all lets go what it withheld, but for the diagnosed memories; what it had taken over stands again.
 *
 * p_reason, p_actor  for the journal
 */
create or replace function emend.let_go(p_tenant integer, p_repair bigint, p_reason text, p_actor text) returns void
  language plpgsql as $$
begin
  perform emend.unmerge_repairs(p_tenant, p_repair, true, p_actor);
  perform emend.release_memories(p_tenant, array_agg(p.node_id), p_repair, null, p_reason, null, p_actor)
     from emend.plan_row p
    where p.tenant_id = p_tenant and p.repair_id = p_repair and p.disposition in ('delete', 'quarantine')
      and not emend.is_held_elsewhere(p_tenant, p.node_id, p_repair)
      and not exists (select from emend.fault f join emend.node n on n.tenant_id = p_tenant and n.external_id = f.memory_id
                       where f.tenant_id = p_tenant and f.repair_id = p_repair and n.node_id = p.node_id and f.state <> 'withdrawn');
  with released as (
    delete from emend.step_state s
     where s.tenant_id = p_tenant and s.repair_id = p_repair and s.validity = 'withheld' returning s.step_id)
  insert into emend.journal (tenant_id, node_id, repair_id, actor, action, from_status, to_status, reason)
  select p_tenant, d.step_id, p_repair, p_actor, 'restore', 'withheld', 'valid', p_reason from released d order by d.step_id;
  perform emend.unmerge_repairs(p_tenant, p_repair, false, p_actor);
  update emend.repair r set merged_repairs = '{}' where r.tenant_id = p_tenant and r.repair_id = p_repair and r.merged_repairs <> '{}';
end $$;
comment on function emend.let_go(integer, bigint, text, text) is 'A planned repair that is not applied after all lets go what it withheld.';

/**
 * erase_derived: empty what others had made from erased data, once the plan of the repair of the erasure is applied and before anything
 * is made anew: no model is told again what was erased.
 *
 * Emptied is what the plan found no other evidence for: memories that leave, steps that are invalid, and what records an irreversible
 * call; steps that wrote such a memory word for word; and what an earlier repair had made and another took back, which no plan looks at any more. Of a read its question stays, which is its user's own. A definer function that workers call: whatever they write into a plan,
 * nothing goes that does not follow from erased data.
 *
 * p_repair  the repair of an erasure, applied in this transaction
 */
create or replace function emend.erase_derived(p_tenant integer, p_repair bigint) returns void
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp set jit = off as $$
declare
  v_erasure emend.erasure;
  v_nodes bigint[];
  v_roots bigint[];
begin
  if p_tenant is distinct from emend.need_tenant() then
    perform emend.refuse('no_tenant', 'the tenant asked for is not the tenant of the transaction');
  end if;
  select e.* into v_erasure from emend.erasure e
    join emend.repair r on r.tenant_id = p_tenant and r.repair_id = e.repair_id and r.state = 'applied'
   where e.tenant_id = p_tenant and e.repair_id = p_repair;
  if v_erasure.erasure_id is null then
    return;
  end if;
  v_roots := array(select emend.erased_roots(p_tenant, v_erasure.erasure_id));
  v_nodes := array(
    select a.id from emend.affected_set(p_tenant, v_roots, v_roots, 'facts', 100000000) as a(id)
      left join emend.plan_row p on p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_id = a.id
     where (p.is_affected
       and (case when p.node_kind = 'memory' then not p.is_supported and p.rule <> 'R3'
                 when p.node_kind = 'memory_read' then p.is_invalid and exists (
                   select from emend.step s where s.tenant_id = p_tenant and s.step_id = p.node_id and s.content is distinct from s.query_text)
                 else p.is_invalid end
            or p.proof ->> 'kind' = 'consequence')
        or p.node_id is null and (
             exists (select from emend.memory_state s where s.tenant_id = p_tenant and s.memory_id = a.id and s.status in ('deleted', 'quarantined'))
             or exists (select from emend.step_state s where s.tenant_id = p_tenant and s.step_id = a.id and s.validity = 'invalid')))
       and not exists (select from emend.erased_node e where e.tenant_id = p_tenant and e.node_id = a.id)
     order by a.id);
  v_nodes := v_nodes || array(select emend.quoting_makers(p_tenant, v_nodes));
  perform emend.set_memory_status(p_tenant, array_agg(p.node_id order by p.node_id), 'deleted', p_repair, null, null, 'erased', null, v_erasure.actor)
     from emend.plan_row p
    where p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_id = any (v_nodes) and p.node_kind = 'memory' and p.disposition = 'keep';
  perform set_config('emend.erasing', 'on', true);
  perform emend.erase_nodes(p_tenant, v_erasure.erasure_id, v_nodes, true, v_erasure.actor);
  perform set_config('emend.erasing', '', true);
end $$;
comment on function emend.erase_derived(integer, bigint) is
  'Empties what others had made from erased data and no other evidence supports, before a repair makes it anew from the rest.';

/**
 * withdraw_erased: what is about to be erased leaves the store, while its text is still there to be buried.
 *
 * Part of erase_user, whose rights it needs. Memories are deleted and buried, steps may not be cited, faults that nobody has taken up end,
 * and repairs that have looked at one of the nodes lose their lease, so that nothing which they had read is written.
 */
create or replace function emend.withdraw_erased(p_tenant integer, p_erasure bigint, p_repair bigint, p_nodes bigint[], p_actor text) returns void
  language plpgsql as $$
declare
  v_clock constant bigint := nextval('emend.node_id_seq');
  v_memories bigint[];
begin
  insert into emend.tombstone (tenant_id, memory_id, repair_id, user_id, content_digest, buried_t)
  select p_tenant, m.memory_id, p_repair, n.user_id, emend.content_digest(m.content), v_clock
    from unnest(p_nodes) as x(id)
    join emend.memory m on m.tenant_id = p_tenant and m.memory_id = x.id
    join emend.node n on n.tenant_id = p_tenant and n.node_id = x.id
  on conflict do nothing;
  select array_agg(m.memory_id order by m.memory_id) into v_memories
    from unnest(p_nodes) as x(id) join emend.memory m on m.tenant_id = p_tenant and m.memory_id = x.id;
  perform emend.set_memory_status(p_tenant, v_memories, 'deleted', p_repair, null, null, 'erased', null, p_actor);

  insert into emend.step_state (tenant_id, step_id, validity, repair_id)
  select p_tenant, s.step_id, 'invalid', p_repair
    from unnest(p_nodes) as x(id) join emend.step s on s.tenant_id = p_tenant and s.step_id = x.id
  on conflict (tenant_id, step_id) do update set validity = 'invalid', repair_id = p_repair, is_stale_answer = false, changed_at = now();

  update emend.fault f set state = 'withdrawn'
    from unnest(p_nodes) as x(id) join emend.node n on n.tenant_id = p_tenant and n.node_id = x.id
   where f.tenant_id = p_tenant and f.memory_id = n.external_id and f.state in ('open', 'held', 'needs_person');
  update emend.repair r set lease_epoch = r.lease_epoch + 1, lease_owner = null, leased_until = null
   where r.tenant_id = p_tenant and r.repair_id <> p_repair and r.state not in ('done', 'failed', 'undone')
     and r.repair_id in (select t.id from emend.repairs_about(p_tenant, p_nodes) as t(id));
end $$;
comment on function emend.withdraw_erased(integer, bigint, bigint, bigint[], text) is
  'Part of erase_user: what is about to be erased leaves the store, and what it said is buried.';

/**
 * detect_resurrection: readable memories that equal what a repair deleted, and are younger than its burial.
 *
 * Recording refuses them and a worker holds new ones against the tombstones; this finds what came by another way, such as a status that
 * was changed later. A user may say the same anew: a memory whose step used an input of its owner from after the burial is none.
 *
 * returns  one row a memory, oldest first
 */
create or replace function emend.detect_resurrection(p_tenant integer)
  returns table (memory_id bigint, evidence text, confidence real)
  language plpgsql stable set plan_cache_mode = force_generic_plan set jit = off as $$
declare
  v_from bigint := (select min(t.buried_t) from emend.tombstone t where t.tenant_id = p_tenant and t.lifted_at is null);
begin
  return query
  select distinct on (m.memory_id) m.memory_id,
         format('it equals memory %s, which %s has deleted', b.external_id, coalesce('repair ' || t.repair_id, 'a repair')), 0.95::real
    from emend.memory m
    join emend.memory_state s on s.tenant_id = p_tenant and s.memory_id = m.memory_id and s.status = 'active' and not s.is_withheld
    join emend.node n on n.tenant_id = p_tenant and n.node_id = m.memory_id
    join emend.tombstone t on t.tenant_id = p_tenant and t.content_digest = emend.content_digest(m.content) and t.lifted_at is null
                          and m.memory_id > t.buried_t and (t.user_id is null or t.user_id = n.user_id)
    join emend.node b on b.tenant_id = p_tenant and b.node_id = t.memory_id
   where m.tenant_id = p_tenant and m.memory_id > v_from
     and not exists (select from emend.edge e
                       join emend.node i on i.tenant_id = p_tenant and i.node_id = e.source_id and i.kind = 'input'
                      where e.tenant_id = p_tenant and e.target_id = m.producing_step_id and i.node_id > t.buried_t
                        and i.user_id is not distinct from n.user_id)
   order by m.memory_id, t.tombstone_id;
end $$;
comment on function emend.detect_resurrection(integer) is 'Readable memories that equal what a repair deleted.';

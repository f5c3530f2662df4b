/**
 * unreported: those of some memories of which nobody has said this yet.
 *
 * A person who withdraws a fault of no type has said that the memory is right.
 *
 * returns  memories without a fault of this type, a withdrawn fault of no type, or one that contains them
 */
create or replace function emend.unreported(p_tenant integer, p_type emend.fault_type, p_memories bigint[]) returns setof bigint
  language plpgsql stable as $$
begin
  return query
  select n.node_id from emend.node n
   where n.tenant_id = p_tenant and n.node_id = any (p_memories)
     and not exists (select from emend.fault f
                      where f.tenant_id = p_tenant and f.memory_id = n.external_id
                        and (f.type = p_type or f.state in ('open', 'held', 'claimed') or (f.state = 'withdrawn' and f.type = 'unspecified')))
   order by n.node_id;
end $$;
comment on function emend.unreported(integer, emend.fault_type, bigint[]) is 'Those of some memories of which no fault of this type was ever reported.';

/**
 * unchecked_memories: memories younger than a standing tombstone, that no worker has held against it yet.
 *
 * p_limit  how many at most
 * returns  oldest first
 */
create or replace function emend.unchecked_memories(p_tenant integer, p_limit integer) returns setof bigint
  language plpgsql stable as $$
declare
  v_from bigint := (select min(greatest(t.checked_t, t.buried_t)) from emend.tombstone t where t.tenant_id = p_tenant and t.lifted_at is null);
begin
  return query
    select m.memory_id from emend.memory m
     where m.tenant_id = p_tenant and m.memory_id > v_from order by m.memory_id limit p_limit;
end $$;
comment on function emend.unchecked_memories(integer, integer) is 'Memories that no worker has held against the tombstones yet, oldest first.';

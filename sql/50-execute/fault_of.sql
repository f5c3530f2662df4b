/**
 * fault_of: the first fault of a repair that names a memory; null when none does.
 */
create or replace function emend.fault_of(p_tenant integer, p_repair bigint, p_memory bigint) returns bigint
  language plpgsql stable as $$
begin
  return (select min(f.fault_id) from emend.node n
           cross join lateral (select x.fault_id from emend.fault x
                                where x.tenant_id = p_tenant and x.memory_id = n.external_id and x.repair_id = p_repair offset 0) f
           where n.tenant_id = p_tenant and n.node_id = p_memory);
end $$;
comment on function emend.fault_of(integer, bigint, bigint) is 'The first fault of a repair that names a memory; null when none does.';

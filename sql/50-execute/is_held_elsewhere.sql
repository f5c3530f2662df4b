/**
 * is_held_elsewhere: whether a fault or plan of another repair keeps a memory out of retrieval, be it a plan that waits for a person.
 */
create or replace function emend.is_held_elsewhere(p_tenant integer, p_memory bigint, p_repair bigint) returns boolean
  language plpgsql stable as $$
begin
  return exists (select from emend.fault f
                   join emend.node n on n.tenant_id = p_tenant and n.external_id = f.memory_id
                  where f.tenant_id = p_tenant and n.node_id = p_memory and f.state in ('open', 'held', 'claimed') and f.repair_id is distinct from p_repair)
      or exists (select from emend.plan_row p
                   join emend.repair r on r.tenant_id = p_tenant and r.repair_id = p.repair_id
                  where p.tenant_id = p_tenant and p.node_id = p_memory and p.repair_id <> p_repair
                    and r.state = 'planned' and p.disposition in ('delete', 'quarantine'))
      or exists (select from emend.repair r
                  where r.tenant_id = p_tenant and r.repair_id <> p_repair and r.state = 'open' and p_memory = any (r.contained_ids));
end $$;
comment on function emend.is_held_elsewhere(integer, bigint, bigint) is
  'Whether a fault or plan of another repair keeps a memory out of retrieval.';

/**
 * remember_limit: what counts for a repair that is not applied yet: what the tenant has set, else what its worker was configured with.
 *
 * p_limit  affected nodes that the worker lets go without approval, null = any number
 * returns  review_limit of it
 */
create or replace function emend.remember_limit(p_tenant integer, p_repair bigint, p_limit integer) returns integer
  language plpgsql as $$
begin
  update emend.repair r set approve_above = now.above
    from (select case t.review when 'at_once' then null when 'always' then 0 when 'above' then t.approve_above else p_limit end as above
            from emend.tenant t where t.tenant_id = p_tenant) now
   where r.tenant_id = p_tenant and r.repair_id = p_repair and r.state in ('open', 'planned') and r.approve_above is distinct from now.above;
  return emend.review_limit(p_tenant, p_repair);
end $$;
comment on function emend.remember_limit(integer, bigint, integer) is 'Keeps how many nodes a repair that is not applied yet may affect without approval, and returns it.';

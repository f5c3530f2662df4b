/**
 * review_limit: how many nodes a repair may affect without a person's approval.
 *
 * What the tenant has set counts, else what the worker of the repair was configured with. What withdraws erased data goes without asking, and so does
 * an answer that somebody asked to have made again: it removes nothing.
 *
 * returns  0 = every plan needs approval; null = none does
 */
create or replace function emend.review_limit(p_tenant integer, p_repair bigint) returns integer
  language plpgsql stable as $$
begin
  return (
    select case when r.options ? 'erasure' or r.options ? 'regenerates' then null
                else case t.review when 'at_once' then null when 'always' then 0 when 'above' then t.approve_above else r.approve_above end end
      from emend.repair r join emend.tenant t on t.tenant_id = p_tenant
     where r.tenant_id = p_tenant and r.repair_id = p_repair);
end $$;
comment on function emend.review_limit(integer, bigint) is 'How many nodes a repair may affect without approval; null = any number.';

/**
 * later_repair: a repair planned after this one, not undone, that changed one of the same nodes or has taken this one over.
 *
 * returns  the earliest such repair, or null
 */
create or replace function emend.later_repair(p_tenant integer, p_repair bigint) returns bigint
  language plpgsql stable as $$
begin
  return (select min(l.id) from (
    select a.id from emend.repairs_after(p_tenant, p_repair) as a(id)
    union all
    select r.repair_id from emend.repair r
     where r.tenant_id = p_tenant and p_repair = any (r.merged_repairs) and r.merged_repairs <> '{}' and r.state <> 'undone') l);
end $$;
comment on function emend.later_repair(integer, bigint) is
  'The earliest repair planned after this one, not undone, that changed one of the same nodes; null when there is none.';

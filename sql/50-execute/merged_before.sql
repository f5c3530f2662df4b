/**
 * merged_before: the repairs that a repair has taken over, and those that these had taken over.
 *
 * returns  their numbers, in no particular order
 */
create or replace function emend.merged_before(p_tenant integer, p_repair bigint) returns setof bigint
  language plpgsql stable as $$
begin
  return query
    with recursive before(id) as (
      select unnest(r.merged_repairs) from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair
      union
      select unnest(r.merged_repairs) from before b join emend.repair r on r.tenant_id = p_tenant and r.repair_id = b.id)
    select before.id from before;
end $$;
comment on function emend.merged_before(integer, bigint) is 'The repairs that a repair has taken over, and those that these had taken over.';

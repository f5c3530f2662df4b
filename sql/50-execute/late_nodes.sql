/**
 * late_nodes: what was recorded on withdrawn evidence after its repair was planned, and that no plan has looked at yet.
 *
 * returns  repair and node; only of repairs that have been applied, are not undone and did not fail
 */
create or replace function emend.late_nodes(p_tenant integer) returns table (repair_id bigint, node_id bigint)
  language plpgsql stable as $$
begin
  return query
    select distinct e.repair_id, e.node_id
      from emend.event e
      join emend.repair r on r.tenant_id = p_tenant and r.repair_id = e.repair_id and r.state in ('applied', 'replayed', 'finished', 'done')
     where e.tenant_id = p_tenant and e.type = 'record:late'
       and not exists (select from emend.plan_row p
                        where p.tenant_id = p_tenant and p.repair_id = e.repair_id and p.node_id = e.node_id)
     order by e.repair_id, e.node_id;
end $$;
comment on function emend.late_nodes(integer) is 'What was recorded on withdrawn evidence after its repair was planned, and that no plan has looked at.';

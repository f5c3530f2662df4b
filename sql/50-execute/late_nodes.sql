/**
 * late_nodes: what was recorded on withdrawn evidence after its repair was planned, and that no plan has looked at yet.
 *
 * p_asked  those too that a person was asked about and has not approved: they stay withheld
 * returns  repair and node; only of repairs that have been applied, are not undone and did not fail
 */
create or replace function emend.late_nodes(p_tenant integer, p_asked boolean default false) returns table (repair_id bigint, node_id bigint)
  language plpgsql stable as $$
begin
  return query
    select distinct e.repair_id, e.node_id
      from emend.event e
      join emend.repair r on r.tenant_id = p_tenant and r.repair_id = e.repair_id and r.state in ('applied', 'replayed', 'finished', 'done')
     where e.tenant_id = p_tenant and e.type = 'record:late'
       and not exists (select from emend.plan_row p
                        where p.tenant_id = p_tenant and p.repair_id = e.repair_id and p.node_id = e.node_id)
       and (p_asked or not exists (
             select from emend.approval a
              where a.tenant_id = p_tenant and a.repair_id = e.repair_id and a.is_approved is not true
                and (a.growth -> 'quarantine' @> to_jsonb(e.node_id) or a.growth -> 'invalidate' @> to_jsonb(e.node_id)
                     or a.growth is null and (a.effects -> 'quarantine' @> to_jsonb(e.node_id) or a.effects -> 'invalidate' @> to_jsonb(e.node_id)))
                and not exists (select from emend.approval b where b.tenant_id = p_tenant and b.repair_id = a.repair_id and b.approval_id > a.approval_id and b.is_approved)))
     order by e.repair_id, e.node_id;
end $$;
comment on function emend.late_nodes(integer, boolean) is 'What was recorded on withdrawn evidence after its repair was planned, and that no plan has looked at.';

/**
 * later_repair: a repair planned after this one, not undone, that changed one of the same nodes.
 *
 * returns  the earliest such repair, or null
 */
create or replace function emend.later_repair(p_tenant integer, p_repair bigint) returns bigint
  language plpgsql stable as $$
begin
  return (
    with mine as (
      select p.node_id from emend.plan_row p
       where p.tenant_id = p_tenant and p.repair_id = p_repair
         and (p.is_invalid or p.disposition in ('delete', 'quarantine', 'reopen', 'replay'))
      union
      select made.id::bigint from emend.replay_step s, jsonb_array_elements_text(s.detail -> 'made') made(id)
       where s.tenant_id = p_tenant and s.repair_id = p_repair)
    select min(r.repair_id)
      from emend.repair own
      join emend.repair r on r.tenant_id = p_tenant and r.repair_id <> p_repair and r.planned_at > own.planned_at
       and r.state <> 'undone' and r.state <> 'open'
     where own.tenant_id = p_tenant and own.repair_id = p_repair
       and exists (select from emend.plan_row p
                    where p.tenant_id = p_tenant and p.repair_id = r.repair_id and p.node_id in (select node_id from mine)
                      and (p.is_invalid or p.disposition in ('delete', 'quarantine', 'reopen', 'replay'))));
end $$;
comment on function emend.later_repair(integer, bigint) is
  'The earliest repair planned after this one, not undone, that changed one of the same nodes; null when there is none.';

/**
 * repairs_after: repairs planned after this one, not undone, that changed one of the same nodes.
 *
 * returns  their numbers, in no particular order
 */
create or replace function emend.repairs_after(p_tenant integer, p_repair bigint) returns setof bigint
  language plpgsql stable set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
    with mine as (
      select p.node_id from emend.plan_row p
       where p.tenant_id = p_tenant and p.repair_id = p_repair
         and (p.is_invalid or p.disposition in ('delete', 'quarantine', 'reopen', 'replay'))
      union
      select made.id::bigint from emend.replay_step s, jsonb_array_elements_text(s.detail -> 'made') made(id)
       where s.tenant_id = p_tenant and s.repair_id = p_repair)
    select distinct r.repair_id
      from emend.repair own
     cross join mine
     cross join lateral (
       select p.repair_id from emend.plan_row p
        where p.tenant_id = p_tenant and p.node_id = mine.node_id and p.repair_id <> p_repair
          and (p.is_invalid or p.disposition in ('delete', 'quarantine', 'reopen', 'replay')) offset 0) other
      join emend.repair r on r.tenant_id = p_tenant and r.repair_id = other.repair_id and r.planned_at > own.planned_at
       and r.state <> 'undone' and r.state <> 'open'
     where own.tenant_id = p_tenant and own.repair_id = p_repair;
end $$;
comment on function emend.repairs_after(integer, bigint) is
  'Repairs planned after this one, not undone, that changed one of the same nodes.';

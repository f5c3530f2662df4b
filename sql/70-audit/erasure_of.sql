/**
 * erasure_of: the erasure that has emptied something which a repair changed or made, or that the repair belongs to.
 *
 * Such a repair is not undone and not taken over: what it would bring back is gone.
 *
 * returns  the oldest one; null when there is none
 */
create or replace function emend.erasure_of(p_tenant integer, p_repair bigint) returns bigint
  language plpgsql stable set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  if not exists (select from emend.erasure e where e.tenant_id = p_tenant) then
    return null;
  end if;
  return (
    select min(g.id) from (
      select e.erasure_id as id from emend.erasure e where e.tenant_id = p_tenant and e.repair_id = p_repair
      union all
      select x.erasure_id
        from (select r.repair_id from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair
              union
              select m.id from emend.repair r, unnest(r.merged_repairs) as m(id) where r.tenant_id = p_tenant and r.repair_id = p_repair) own
       cross join lateral (
         select p.node_id from emend.plan_row p
          where p.tenant_id = p_tenant and p.repair_id = own.repair_id
            and (p.is_invalid or p.disposition in ('delete', 'quarantine', 'reopen', 'replay'))
         union
         select made.id::bigint from emend.replay_step s, jsonb_array_elements_text(s.detail -> 'made') made(id)
          where s.tenant_id = p_tenant and s.repair_id = own.repair_id offset 0) n
       cross join lateral (select e.erasure_id from emend.erased_node e where e.tenant_id = p_tenant and e.node_id = n.node_id offset 0) x) g);
end $$;
comment on function emend.erasure_of(integer, bigint) is
  'The erasure that has emptied something which a repair changed or made, or that the repair belongs to; null when there is none.';

/**
 * memory_usage: what depends on a memory in one step: reads that found it, steps that cite or retire it, memories made from it.
 *
 * p_memory  external id
 * p_after   younger than the node of this external id; null = from the start
 * p_limit   how many at most
 * returns   in the order of the clock; columns are named as in TypeScript
 */
create or replace function emend.memory_usage(p_tenant integer, p_memory text, p_after text, p_limit integer)
  returns table (
    id text, kind emend.node_kind, labels text[], "sessionId" text, turn integer, "agentId" text, validity text, "recordedAt" timestamptz)
  language plpgsql stable set jit = off as $$
#variable_conflict use_column
begin
  return query
  select n.external_id, n.kind, c.labels::text[], s.external_id, n.turn, coalesce(st.agent_id, m.agent_id),
         case when st.step_id is not null then coalesce(v.validity::text, 'valid') end, n.recorded_at
    from (select e.target_id, array_agg(e.label order by e.label) as labels
            from emend.edge e
           where e.tenant_id = p_tenant
             and e.source_id = (select o.node_id from emend.node o where o.tenant_id = p_tenant and o.external_id = p_memory and o.kind = 'memory')
             and e.target_id > coalesce((select o.node_id from emend.node o where o.tenant_id = p_tenant and o.external_id = p_after), 0)
           group by e.target_id order by e.target_id limit p_limit) c
    join emend.node n on n.tenant_id = p_tenant and n.node_id = c.target_id
    left join emend.session s on s.tenant_id = p_tenant and s.session_id = n.session_id
    left join emend.step st on st.tenant_id = p_tenant and st.step_id = n.node_id
    left join emend.memory m on m.tenant_id = p_tenant and m.memory_id = n.node_id
    left join emend.step_state v on v.tenant_id = p_tenant and v.step_id = n.node_id
   order by n.node_id;
end $$;
comment on function emend.memory_usage(integer, text, text, integer) is 'What depends on a memory in one step, in the order of the clock.';

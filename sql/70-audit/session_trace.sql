/**
 * session_trace: what was recorded in a session, and what each node rests on.
 *
 * Text that was withdrawn is null: it travels no further.
 *
 * p_session  external id
 * p_after    younger than the node of this external id; null = from the start
 * p_limit    how many at most
 * returns    in the order of the clock; columns are named as in TypeScript
 */
create or replace function emend.session_trace(p_tenant integer, p_session text, p_after text, p_limit integer)
  returns table (id text, kind emend.node_kind, turn integer, "agentId" text, content text, state text, "from" jsonb)
  language plpgsql stable set jit = off as $$
#variable_conflict use_column
begin
  return query
  select n.external_id, n.kind, n.turn, coalesce(st.agent_id, m.agent_id),
         case when st.step_id is not null then case when coalesce(v.validity::text, 'valid') = 'valid' then st.content end
              when m.memory_id is not null then case when not ms.is_withheld and ms.status in ('active', 'superseded') then m.content end
              else i.content end,
         case when st.step_id is not null then coalesce(v.validity::text, 'valid')
              when m.memory_id is not null then case when ms.is_withheld then 'withheld' else ms.status::text end end,
         coalesce((
           select jsonb_agg(jsonb_build_object('id', o.external_id, 'labels', f.labels) order by f.source_id)
             from (select e.source_id, array_agg(e.label order by e.label) as labels
                     from emend.edge e where e.tenant_id = p_tenant and e.target_id = n.node_id group by e.source_id) f
             join emend.node o on o.tenant_id = p_tenant and o.node_id = f.source_id), '[]')
    from (select x.node_id, x.external_id, x.kind, x.turn
            from emend.node x
           where x.tenant_id = p_tenant
             and x.session_id = (select s.session_id from emend.session s where s.tenant_id = p_tenant and s.external_id = p_session)
             and x.node_id > coalesce((select o.node_id from emend.node o where o.tenant_id = p_tenant and o.external_id = p_after), 0)
           order by x.node_id limit p_limit) n
    left join emend.step st on st.tenant_id = p_tenant and st.step_id = n.node_id
    left join emend.step_state v on v.tenant_id = p_tenant and v.step_id = n.node_id
    left join emend.memory m on m.tenant_id = p_tenant and m.memory_id = n.node_id
    left join emend.memory_state ms on ms.tenant_id = p_tenant and ms.memory_id = n.node_id
    left join emend.input i on i.tenant_id = p_tenant and i.input_id = n.node_id
   order by n.node_id;
end $$;
comment on function emend.session_trace(integer, text, text, integer) is 'What was recorded in a session and what each node rests on, in the order of the clock.';

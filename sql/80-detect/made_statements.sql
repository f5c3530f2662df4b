/**
 * made_statements: what memories that were made from evidence say, beside all of that evidence.
 *
 * Only memories whose step declared what it used. Evidence is what the step used and consumed, what the memory derives from and supersedes,
 * what those steps and memories were made from in turn (one level), and everything the user said in the turn.
 * What an update replaced is told apart: it says the old value by nature.
 *
 * returns  one row a memory, oldest first; sources is a list of {name, content, isReplaced}, oldest first
 */
create or replace function emend.made_statements(p_tenant integer)
  returns table (memory_id bigint, content text, is_summary boolean, sources jsonb)
  language plpgsql stable set plan_cache_mode = force_generic_plan set jit = off as $$
begin
  return query
  with made as (
    select m.memory_id, m.content, m.producing_step_id, n.kind,
           case when n.kind = 'memory_update' then p.consumed_ids || m.supersedes else '{}' end as replaced,
           p.used_ids || p.consumed_ids || m.derived_from || m.supersedes as used, n.session_id, n.turn
      from emend.memory m
      join emend.memory_state s on s.tenant_id = p_tenant and s.memory_id = m.memory_id and s.status in ('active', 'superseded') and not s.is_withheld
      join emend.step p on p.tenant_id = p_tenant and p.step_id = m.producing_step_id and p.used_basis <> 'inferred' and p.used_ids <> '{}'
      join emend.node n on n.tenant_id = p_tenant and n.node_id = p.step_id
     where m.tenant_id = p_tenant and octet_length(m.content) <= 4096
       and not exists (select from emend.step_state z where z.tenant_id = p_tenant and z.step_id = p.step_id)
  ), evidence as (
    select d.memory_id, u.id from made d cross join lateral unnest(d.used) as u(id)
     union
    select d.memory_id, e.source_id
      from made d cross join lateral unnest(d.used) as u(id)
      join emend.edge e on e.tenant_id = p_tenant and e.target_id = u.id
     union
    select d.memory_id, i.node_id
      from made d
      join emend.node i on i.tenant_id = p_tenant and i.session_id = d.session_id and i.turn = d.turn and i.kind = 'input'
  )
  select d.memory_id, d.content, d.kind in ('memory_consolidate', 'memory_update'),
         jsonb_agg(jsonb_build_object('name', n.external_id, 'content', coalesce(i.content, m.content, s.content), 'isReplaced', n.node_id = any (d.replaced))
                   order by n.node_id)
    from made d
    join evidence v on v.memory_id = d.memory_id
    join emend.node n on n.tenant_id = p_tenant and n.node_id = v.id
    left join emend.input i on n.kind = 'input' and i.tenant_id = p_tenant and i.input_id = n.node_id
    left join emend.memory m on n.kind = 'memory' and m.tenant_id = p_tenant and m.memory_id = n.node_id
    left join emend.step s on n.kind not in ('input', 'memory') and s.tenant_id = p_tenant and s.step_id = n.node_id
   where n.kind in ('input', 'memory', 'tool_action', 'tool_observation', 'claim')
   group by d.memory_id, d.content, d.kind order by d.memory_id;
end $$;
comment on function emend.made_statements(integer) is 'What memories that were made from evidence say, beside all of that evidence.';

/**
 * made_items: nodes as the items that would record them, as far as items_digest looks at them.
 *
 * returns  a JSON array in clock order
 */
create or replace function emend.made_items(p_tenant integer, p_nodes bigint[]) returns jsonb
  language plpgsql stable as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
             'kind', case when n.kind = 'memory' then 'memory' else 'step' end, 'type', case when n.kind <> 'memory' then n.kind end,
             'content', coalesce(s.content, m.content), 'tool', case when s.tool_args is not null then jsonb_build_object('args', s.tool_args) end,
             'used_ids', (select jsonb_agg(u.external_id) from emend.node u where u.tenant_id = p_tenant and u.node_id = any (s.used_ids)),
             'consumed_memory_ids', (select jsonb_agg(u.external_id) from emend.node u where u.tenant_id = p_tenant and u.node_id = any (s.consumed_ids)),
             'derived_from', (select jsonb_agg(u.external_id) from emend.node u where u.tenant_id = p_tenant and u.node_id = any (m.derived_from)),
             'supersedes', (select jsonb_agg(u.external_id) from emend.node u where u.tenant_id = p_tenant and u.node_id = any (m.supersedes)),
             'id', n.external_id)) order by n.node_id), '[]')
      from emend.node n
      left join emend.step s on s.tenant_id = p_tenant and s.step_id = n.node_id
      left join emend.memory m on m.tenant_id = p_tenant and m.memory_id = n.node_id
     where n.tenant_id = p_tenant and n.node_id = any (p_nodes));
end $$;
comment on function emend.made_items(integer, bigint[]) is 'Nodes as the items that would record them, as far as items_digest looks at them.';

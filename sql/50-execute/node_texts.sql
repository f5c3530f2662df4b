/**
 * node_texts: the text of nodes of any kind, and what a step used.
 *
 * returns  one row per node that exists, by id
 */
create or replace function emend.node_texts(p_tenant integer, p_nodes bigint[])
  returns table (node_id bigint, external_id text, kind emend.node_kind, content text, used_ids bigint[])
  language plpgsql stable as $$
begin
  return query
    select n.node_id, n.external_id, n.kind, coalesce(s.content, m.content, i.content), coalesce(s.used_ids, '{}')
      from unnest(p_nodes) u(id)
      join emend.node n on n.tenant_id = p_tenant and n.node_id = u.id
      left join emend.step s on s.tenant_id = p_tenant and s.step_id = n.node_id
      left join emend.memory m on m.tenant_id = p_tenant and m.memory_id = n.node_id
      left join emend.input i on i.tenant_id = p_tenant and i.input_id = n.node_id
     order by n.node_id;
end $$;
comment on function emend.node_texts(integer, bigint[]) is 'The text of nodes of any kind, and what a step used.';

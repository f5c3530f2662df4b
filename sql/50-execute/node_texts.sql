/**
 * node_texts: the text of nodes of any kind, and what a step used.
 *
 * returns  one row per node that exists, by id
 */
create or replace function emend.node_texts(p_tenant integer, p_nodes bigint[])
  returns table (node_id bigint, external_id text, kind emend.node_kind, content text, used_ids bigint[])
  language plpgsql stable set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
    select n.node_id, n.external_id, n.kind, coalesce(s.content, m.content, i.content), coalesce(s.used_ids, '{}')
      from unnest(p_nodes) u(id)
     cross join lateral (select x.node_id, x.external_id, x.kind from emend.node x where x.tenant_id = p_tenant and x.node_id = u.id offset 0) n
      left join lateral (select x.content, x.used_ids from emend.step x where x.tenant_id = p_tenant and x.step_id = u.id offset 0) s on true
      left join lateral (select x.content from emend.memory x where x.tenant_id = p_tenant and x.memory_id = u.id offset 0) m on true
      left join lateral (select x.content from emend.input x where x.tenant_id = p_tenant and x.input_id = u.id offset 0) i on true
     order by n.node_id;
end $$;
comment on function emend.node_texts(integer, bigint[]) is 'The text of nodes of any kind, and what a step used.';

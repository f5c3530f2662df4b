/**
 * recorded_items: everything that a tenant recorded, as the items that `record_steps` and case files take.
 *
 * In clock order, so that recording the rows again in another tenant gives the same graph. A memory states the status that it has
 * now; what an input, a step or a memory leaves empty is left out. Late edges stand with their target.
 *
 * p_tenant   whose record
 * returns    one item a row
 */
create or replace function emend.recorded_items(p_tenant integer) returns setof jsonb
  language plpgsql stable set jit = off
as $$
begin
  return query
  with named as (
    select n.node_id, n.external_id from emend.node n where n.tenant_id = p_tenant
  ),
  late as (
    select e.target_id as node_id, jsonb_agg(jsonb_build_object('from', x.external_id, 'label', e.label) order by e.source_id, e.label) as edges
      from emend.edge e join named x on x.node_id = e.source_id
     where e.tenant_id = p_tenant and e.is_late
     group by e.target_id
  )
  select jsonb_strip_nulls(jsonb_build_object(
           'kind', case when n.kind in ('input', 'memory') then n.kind::text else 'step' end, 'id', n.external_id,
           'content', coalesce(i.content, s.content, m.content), 'user', n.user_id, 'late', l.edges))
         || case when m.memory_id is null then jsonb_build_object('session', se.external_id, 'turn', n.turn) else '{}' end
         || case when m.memory_id is null then '{}' else jsonb_strip_nulls(jsonb_build_object(
              'agent', m.agent_id, 'source', m.source, 'status', ms.status, 'trust', m.trust_score,
              'derived_from', emend.named_nodes(p_tenant, m.derived_from), 'supersedes', emend.named_nodes(p_tenant, m.supersedes))) end
         || case when s.step_id is null then '{}' else jsonb_strip_nulls(jsonb_build_object(
              'agent', s.agent_id, 'type', n.kind, 'used_ids', emend.named_nodes(p_tenant, s.used_ids), 'basis', s.used_basis,
              'generated_memory_ids', emend.named_nodes(p_tenant, s.generated_ids),
              'consumed_memory_ids', emend.named_nodes(p_tenant, s.consumed_ids),
              'justifications', (select jsonb_agg(emend.named_nodes(p_tenant, array(select jsonb_array_elements_text(j.ids)::bigint)) order by j.place)
                                   from jsonb_array_elements(s.justifications) with ordinality j (ids, place)))) end
         -- a fact may be about nobody in particular: its nulls stay
         || case when coalesce(s.facts, m.facts) is null then '{}' else jsonb_build_object('facts', coalesce(s.facts, m.facts)) end
         || case when s.tool_name is null then '{}' else jsonb_build_object('tool', jsonb_strip_nulls(jsonb_build_object('name', s.tool_name, 'call_id', s.call_id))
              || case when s.tool_args is null then '{}' else jsonb_build_object('args', s.tool_args) end) end
         || case when s.query_text is null then '{}' else jsonb_build_object('query', jsonb_strip_nulls(jsonb_build_object(
              'text', s.query_text, 'k', s.query_k, 'scope', s.query_scope, 'mode', nullif(s.query_mode, 'text'), 'scores', to_jsonb(s.query_scores),
              'model', s.query_model, 'embedding', to_jsonb(s.query_embedding)))) end
    from emend.node n
    left join emend.session se on se.tenant_id = p_tenant and se.session_id = n.session_id
    left join emend.input i on i.tenant_id = p_tenant and i.input_id = n.node_id
    left join emend.step s on s.tenant_id = p_tenant and s.step_id = n.node_id
    left join emend.memory m on m.tenant_id = p_tenant and m.memory_id = n.node_id
    left join emend.memory_state ms on ms.tenant_id = p_tenant and ms.memory_id = n.node_id
    left join late l on l.node_id = n.node_id
   where n.tenant_id = p_tenant
   order by n.node_id;
end $$;
comment on function emend.recorded_items(integer) is 'Everything that a tenant recorded, as items that can be recorded again.';

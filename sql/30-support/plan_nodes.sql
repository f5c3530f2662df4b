/**
 * plan_nodes: the rows that support and planning read, one per node of planned_ids, with everything recorded of it.
 *
 * p_affected  A0
 * returns     in clock order. is_invalid_before: a step that an earlier repair made invalid, a step outside A0 that another
 *             repair withholds, or an input that was erased. is_withheld: a memory that agents cannot read just now; of A0 only where an open fault names
 *             it, since the repair at hand withholds its own.
 */
create or replace function emend.plan_nodes(p_tenant integer, p_affected bigint[], p_policy text default 'facts')
  returns table (
    node_id bigint, external_id text, kind emend.node_kind, content text, session_id bigint, turn integer, user_id text,
    facts jsonb, is_affected boolean, used_ids bigint[], generated_ids bigint[], consumed_ids bigint[], justifications jsonb,
    used_basis emend.edge_basis, tool_name text, call_id text, query_text text, query_k integer, query_scope jsonb,
    is_invalid_before boolean, status emend.memory_status, source emend.memory_source, derived_from bigint[],
    supersedes bigint[], producing_step_id bigint, is_withheld boolean)
  language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return query
  select n.node_id, n.external_id, n.kind, coalesce(i.content, s.content, m.content), n.session_id, n.turn, n.user_id,
         coalesce(s.facts, m.facts), x.is_affected, s.used_ids, s.generated_ids, s.consumed_ids, s.justifications,
         s.used_basis, s.tool_name, s.call_id, s.query_text, s.query_k, s.query_scope,
         v.validity is not null and (v.validity = 'invalid' or not x.is_affected)
           or n.kind = 'input' and exists (select from emend.erased_node e where e.tenant_id = p_tenant and e.node_id = n.node_id),
         c.status, m.source, m.derived_from, m.supersedes, m.producing_step_id,
         coalesce(c.is_withheld and (not x.is_affected or exists (
           select from emend.fault f
            where f.tenant_id = p_tenant and f.memory_id = n.external_id and f.state in ('open', 'held', 'claimed', 'needs_person'))), false)
    from (select p.id, p.id in (select unnest(p_affected)) as is_affected
            from emend.planned_ids(p_tenant, p_affected, p_policy) as p(id)) x
   -- Each table is asked only for the kinds that it holds, and by its key: plain joins have read whole tables of a large store.
   cross join lateral (
     select y.node_id, y.external_id, y.kind, y.session_id, y.turn, y.user_id from emend.node y
      where y.tenant_id = p_tenant and y.node_id = x.id offset 0) n
    left join lateral (
      select y.content from emend.input y where n.kind = 'input' and y.tenant_id = p_tenant and y.input_id = x.id offset 0) i on true
    left join lateral (
      select y.* from emend.step y where n.kind not in ('input', 'memory') and y.tenant_id = p_tenant and y.step_id = x.id offset 0) s on true
    left join lateral (
      select y.validity from emend.step_state y where n.kind not in ('input', 'memory') and y.tenant_id = p_tenant and y.step_id = x.id offset 0) v on true
    left join lateral (
      select y.* from emend.memory y where n.kind = 'memory' and y.tenant_id = p_tenant and y.memory_id = x.id offset 0) m on true
    left join lateral (
      select y.status, y.is_withheld from emend.memory_state y where n.kind = 'memory' and y.tenant_id = p_tenant and y.memory_id = x.id offset 0) c on true
   order by n.node_id;
end $$;
comment on function emend.plan_nodes(integer, bigint[], text) is
  'What support and planning read: the affected nodes and their neighbours, with everything recorded of them.';

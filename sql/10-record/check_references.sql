/**
 * check_references: what items name must be older, of the right kind, and made once.
 *
 * p_ids .. p_new   columns of the items; p_nodes holds their ids on the clock
 * p_items .. p_labels  references, resolved: place of the item, role, node, kind, label of a late edge
 * raises           backwards_edge, not_a_memory, bad_item
 */
create or replace function emend.check_references(
    p_tenant integer, p_ids text[], p_kinds emend.node_kind[], p_nodes bigint[], p_new boolean[],
    p_items integer[], p_roles text[], p_targets bigint[], p_target_kinds emend.node_kind[], p_labels text[])
  returns void language plpgsql as $$
declare
  v_problem record;
begin
  select q.problem, p_ids[q.item] as citing,
         coalesce((select n.external_id from emend.node n where n.tenant_id = p_tenant and n.node_id = q.node_id),
                  p_ids[array_position(p_nodes, q.node_id)]) as id
    into v_problem
    from (
      select q.item, q.node_id, case
          when q.role in ('u', 'c', 'd', 's', 'j') and q.node_id >= a.node_id then 'backwards'
          when q.role in ('g', 'c', 'd', 's') and q.kind <> 'memory' then 'kind'
          when q.role = 'c' and a.kind not in ('memory_delete', 'memory_update', 'memory_consolidate') then 'consumes'
          when q.role = 'g' and (m.n is null or count(*) over (partition by q.role, q.node_id) > 1) then 'generates'
          when q.role = 'g' and q.node_id <= a.node_id then 'backwards'
          when q.role = 'l' and (q.node_id = a.node_id or q.label is null or q.label not in
               ('initiate', 'cite', 'support', 'produce', 'delete', 'update', 'consolidate', 'derive', 'supersede')) then 'late'
          when q.role = 'l' and not a.is_new and not emend.caller_is_trusted() and not exists (
               select from emend.edge e where e.tenant_id = p_tenant and e.source_id = q.node_id and e.target_id = a.node_id
                  and e.label::text = q.label) then 'sealed'
          end as problem
        from unnest(p_items, p_roles, p_targets, p_target_kinds, p_labels) as q(item, role, node_id, kind, label)
        join unnest(p_nodes, p_kinds, p_new) with ordinality as a(node_id, kind, is_new, n) on a.n = q.item
        left join unnest(p_nodes, p_new) with ordinality as m(node_id, is_new, n) on m.node_id = q.node_id and m.is_new and q.role = 'g') q
   where q.problem is not null order by q.item limit 1;
  if not found then
    return;
  end if;
  perform emend.refuse(
    case v_problem.problem when 'backwards' then 'backwards_edge' when 'kind' then 'not_a_memory' else 'bad_item' end,
    format(case v_problem.problem
        when 'backwards' then '%1$L rests on %2$L, which is not older; only an edge listed as late may run backwards'
        when 'kind' then '%1$L treats %2$L as a memory, which it is not'
        when 'consumes' then '%1$L retires %2$L, but only a delete, update or consolidate may'
        when 'generates' then '%1$L makes %2$L, which is no new memory of this call that nothing else makes'
        when 'late' then '%1$L has a late edge from %2$L that names no label, or itself'
        else '%1$L is sealed: only an importer adds a late edge from %2$L' end, v_problem.citing, v_problem.id),
    jsonb_build_object('id', v_problem.id, 'by', v_problem.citing));
end $$;
comment on function emend.check_references(integer, text[], emend.node_kind[], bigint[], boolean[], integer[], text[], bigint[], emend.node_kind[], text[]) is
  'Refuse references that run backwards, name the wrong kind, or make a memory twice.';

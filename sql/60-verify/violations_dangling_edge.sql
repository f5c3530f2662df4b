/**
 * violations_dangling_edge: an edge with an end that is no node of the tenant, or with a copied kind that is wrong.
 * Edges carry no foreign keys, because the record functions check as strictly and twice as fast: this view proves it.
 * It reads every edge, once for each end, in joins that the planner may choose: whoever asks for few nodes allows nested loops only (see
 * repair_violations). Empty when healthy.
 */
create or replace view emend.violations_dangling_edge with (security_invoker = true) as
  select e.tenant_id, null::bigint as repair_id, e.target_id as node_id, t.external_id as node,
         format('edge %s -%s-> %s: %s', e.source_id, e.label, e.target_id,
                case when t.node_id is null then 'the target does not exist' else format('the target is a %s, not a %s', t.kind, e.target_kind) end) as detail
    from emend.edge e
    left join emend.node t on t.tenant_id = e.tenant_id and t.node_id = e.target_id
   where t.kind is distinct from e.target_kind
  union all
  select e.tenant_id, null, e.source_id, null, format('edge %s -%s-> %s: the source does not exist', e.source_id, e.label, e.target_id)
    from emend.edge e
   where not exists (select from emend.node s where s.tenant_id = e.tenant_id and s.node_id = e.source_id);
comment on view emend.violations_dangling_edge is 'Edges whose ends do not exist or whose copied kind is wrong. Empty when healthy. Reads every edge.';
comment on column emend.violations_dangling_edge.tenant_id is 'Owner of the row.';
comment on column emend.violations_dangling_edge.repair_id is 'The repair it belongs to, if any.';
comment on column emend.violations_dangling_edge.node_id is 'Clock of the node.';
comment on column emend.violations_dangling_edge.node is 'The node.';
comment on column emend.violations_dangling_edge.detail is 'What is wrong, in words.';

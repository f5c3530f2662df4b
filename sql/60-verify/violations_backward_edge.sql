/** violations_backward_edge: an edge whose direction and late mark do not agree. Empty when healthy. Reads every edge. */
create or replace view emend.violations_backward_edge with (security_invoker = true) as
  select e.tenant_id, null::bigint as repair_id, e.target_id as node_id, t.external_id as node,
         format('edge %s -%s-> %s is %s', e.source_id, e.label, e.target_id,
                case when e.is_late then 'marked late although it runs forward' else 'backward and not marked late' end) as detail
    from emend.edge e
    left join lateral (select x.external_id from emend.node x where x.tenant_id = e.tenant_id and x.node_id = e.target_id offset 0) t on true
   where (e.source_id > e.target_id) <> e.is_late;
comment on view emend.violations_backward_edge is 'Edges whose direction and late mark do not agree. Empty when healthy. Reads every edge.';
comment on column emend.violations_backward_edge.tenant_id is 'Owner of the row.';
comment on column emend.violations_backward_edge.repair_id is 'The repair it belongs to, if any.';
comment on column emend.violations_backward_edge.node_id is 'Clock of the node.';
comment on column emend.violations_backward_edge.node is 'The node.';
comment on column emend.violations_backward_edge.detail is 'What is wrong, in words.';

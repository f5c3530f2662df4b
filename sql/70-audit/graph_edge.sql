/**
 * graph_edge: the whole graph by the ids that everybody uses, all ten labels.
 *
 * chain is order only: the previous step of the session. It is looked up per step and not stored, so that asking for one
 * node stays one index probe.
 */
create or replace view emend.graph_edge with (security_invoker = true) as
  select e.tenant_id, s.external_id as source, s.kind as source_kind, e.label, t.external_id as target, e.target_kind,
         e.basis, e.is_late, e.source_id, e.target_id
    from emend.edge e
    join emend.node s on s.tenant_id = e.tenant_id and s.node_id = e.source_id
    join emend.node t on t.tenant_id = e.tenant_id and t.node_id = e.target_id
  union all
  select t.tenant_id, s.external_id, s.kind, 'chain'::emend.edge_label, t.external_id, t.kind,
         'observed'::emend.edge_basis, false, s.node_id, t.node_id
    from emend.node t
    cross join lateral (
      select p.external_id, p.kind, p.node_id from emend.node p
       where p.tenant_id = t.tenant_id and p.session_id = t.session_id and p.node_id < t.node_id
         and p.kind not in ('input', 'memory')
       order by p.node_id desc limit 1) s
   where t.kind not in ('input', 'memory');
comment on view emend.graph_edge is 'Every edge by external id, all ten labels; chain is derived from the order of steps in a session.';
comment on column emend.graph_edge.tenant_id is 'Owner of the row.';
comment on column emend.graph_edge.source is 'What is depended on.';
comment on column emend.graph_edge.source_kind is 'Kind of the source.';
comment on column emend.graph_edge.label is 'Why the target depends on it.';
comment on column emend.graph_edge.target is 'What depends on it.';
comment on column emend.graph_edge.target_kind is 'Kind of the target.';
comment on column emend.graph_edge.basis is 'declared by the agent, observed by the runtime, or inferred from the context.';
comment on column emend.graph_edge.is_late is 'Recorded after the fact.';
comment on column emend.graph_edge.source_id is 'Clock of the source.';
comment on column emend.graph_edge.target_id is 'Clock of the target.';

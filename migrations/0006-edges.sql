-- Why: one row per pair and label, so that an auditor reads it as it is.

create table emend.edge (
  tenant_id   integer not null,
  source_id   bigint not null,
  target_id   bigint not null,
  label       emend.edge_label not null,
  basis       emend.edge_basis not null default 'declared',
  target_kind emend.node_kind not null,
  is_late     boolean not null default false,
  constraint an_edge_runs_forward_unless_late check (source_id < target_id or is_late),
  constraint nothing_depends_on_itself check (source_id <> target_id),
  constraint order_is_not_dataflow check (label <> 'chain')
);
comment on table emend.edge is
  'target depends on source. Written by the record functions only, which check both ends by one join. chain is shown by emend.graph_edge.';
comment on column emend.edge.tenant_id is 'Owner of the row.';
comment on column emend.edge.source_id is 'What is depended on.';
comment on column emend.edge.target_id is 'What depends on it.';
comment on column emend.edge.label is 'Why.';
comment on column emend.edge.basis is 'How it is known.';
comment on column emend.edge.target_kind is 'Kind of the target, copied so that a walk joins nothing; immutable.';
comment on column emend.edge.is_late is 'Recorded after the fact: always followed, whatever the clock says.';
create unique index edge_forward on emend.edge (tenant_id, source_id, target_id, label) include (target_kind, basis, is_late);
create index edge_backward on emend.edge (tenant_id, target_id) include (source_id, label, basis, is_late);
create index edge_late on emend.edge (tenant_id, source_id) where is_late;

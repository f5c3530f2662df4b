-- Who retired a memory is asked for each one that a repair looks at; a memory that thousands of steps cite has as many other edges.

create index edge_retiring on emend.edge (tenant_id, source_id, target_id) include (label, is_late)
  where label in ('supersede', 'delete', 'update', 'consolidate');

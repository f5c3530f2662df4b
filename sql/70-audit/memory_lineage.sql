/** memory_lineage: what each memory came from, one row per direct relation; `faulty_source` says which of them are diagnosed. */
create or replace view emend.memory_lineage with (security_invoker = true) as
  select l.tenant_id, n.external_id as memory, st.status, l.relation, s.external_id as source, s.kind as source_kind,
         ss.status as source_status,
         exists (select from emend.fault f
                  where f.tenant_id = l.tenant_id and f.memory_id = s.external_id and f.state <> 'withdrawn') as is_source_faulty
    from (select m.tenant_id, m.memory_id, 'derived_from' as relation, unnest(m.derived_from) as source_id from emend.memory m
          union all
          select m.tenant_id, m.memory_id, 'supersedes', unnest(m.supersedes) from emend.memory m
          union all
          select m.tenant_id, m.memory_id, 'produced_by', m.producing_step_id from emend.memory m where m.producing_step_id is not null
          union all
          select r.tenant_id, r.new_node_id, 'replaces', r.old_node_id from emend.replacement r) l
    join emend.node n on n.tenant_id = l.tenant_id and n.node_id = l.memory_id and n.kind = 'memory'
    join emend.memory_state st on st.tenant_id = l.tenant_id and st.memory_id = l.memory_id
    join emend.node s on s.tenant_id = l.tenant_id and s.node_id = l.source_id
    left join emend.memory_state ss on ss.tenant_id = l.tenant_id and ss.memory_id = l.source_id;
comment on view emend.memory_lineage is 'What each memory came from: its parents, what it supersedes, the step that made it, what it replaces after a repair.';
comment on column emend.memory_lineage.tenant_id is 'Owner of the row.';
comment on column emend.memory_lineage.memory is 'The memory.';
comment on column emend.memory_lineage.status is 'Its status.';
comment on column emend.memory_lineage.relation is 'derived_from, supersedes, produced_by or replaces.';
comment on column emend.memory_lineage.source is 'What it came from.';
comment on column emend.memory_lineage.source_kind is 'Kind of that.';
comment on column emend.memory_lineage.source_status is 'Status of that, where it is a memory.';
comment on column emend.memory_lineage.is_source_faulty is 'A standing fault names that.';

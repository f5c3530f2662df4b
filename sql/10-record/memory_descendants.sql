/**
 * memory_descendants: memories that were made from a memory directly: derived from it, superseding or replacing it.
 *
 * p_id     external id
 * returns  by relation, then by age; columns are named as in TypeScript
 */
create or replace function emend.memory_descendants(p_tenant integer, p_id text)
  returns table (relation text, id text, kind emend.node_kind, status emend.memory_status, "isFaulty" boolean)
  language plpgsql stable set jit = off as $$
#variable_conflict use_column
begin
  return query
  select x.relation, d.external_id, d.kind, s.status,
         exists (select from emend.fault f where f.tenant_id = p_tenant and f.memory_id = d.external_id and f.state <> 'withdrawn')
    from (select n.node_id from emend.node n where n.tenant_id = p_tenant and n.external_id = p_id and n.kind = 'memory') n
   cross join lateral (
     select case e.label when 'derive' then 'derived_from' else 'supersedes' end as relation, e.target_id as id from emend.edge e
      where e.tenant_id = p_tenant and e.source_id = n.node_id and e.label in ('derive', 'supersede')
     union all
     select 'replaces', r.new_node_id from emend.replacement r where r.tenant_id = p_tenant and r.old_node_id = n.node_id) x
    join emend.node d on d.tenant_id = p_tenant and d.node_id = x.id
    join emend.memory_state s on s.tenant_id = p_tenant and s.memory_id = x.id
   order by x.relation, x.id;
end $$;
comment on function emend.memory_descendants(integer, text) is 'Memories that were made from a memory directly.';

/**
 * memory_history: what happened to a memory and to the versions before and after it.
 *
 * Versions hang together by supersede edges and by what repairs made in their place.
 *
 * p_id     external id of any version
 * returns  oldest first; columns are named as in TypeScript; empty for an unknown id
 */
create or replace function emend.memory_history(p_tenant integer, p_id text)
  returns table ("memoryId" text, action text, "from" text, "to" text, actor text, rule text, reason text, "repairId" bigint, "faultId" bigint, at timestamptz)
  language plpgsql stable set jit = off as $$
#variable_conflict use_column
begin
  return query
  with recursive version as (
    select n.node_id as id from emend.node n where n.tenant_id = p_tenant and n.external_id = p_id and n.kind = 'memory'
    union
    select x.id from version v
     cross join lateral (
       select e.target_id as id from emend.edge e where e.tenant_id = p_tenant and e.source_id = v.id and e.label = 'supersede'
       union all
       select e.source_id from emend.edge e where e.tenant_id = p_tenant and e.target_id = v.id and e.label = 'supersede'
       union all
       select r.new_node_id from emend.replacement r where r.tenant_id = p_tenant and r.old_node_id = v.id
       union all
       select r.old_node_id from emend.replacement r where r.tenant_id = p_tenant and r.new_node_id = v.id offset 0) x
  )
  select h."memoryId", h.action, h."from", h."to", h.actor, h.rule, h.reason, h."repairId", h."faultId", h.at
    from (
      select n.external_id as "memoryId", 'recorded' as action, null::text as "from", null::text as "to", null::text as actor, null::text as rule,
             null::text as reason, null::bigint as "repairId", null::bigint as "faultId", n.recorded_at as at, n.node_id, 0::bigint as place
        from version v join emend.node n on n.tenant_id = p_tenant and n.node_id = v.id and n.kind = 'memory'
      union all
      select n.external_id, j.action, j.from_status, j.to_status, j.actor, j.rule, j.reason, j.repair_id, j.fault_id, j.written_at, n.node_id, j.journal_id
        from version v
        join emend.node n on n.tenant_id = p_tenant and n.node_id = v.id and n.kind = 'memory'
        join emend.journal j on j.tenant_id = p_tenant and j.node_id = v.id) h
   order by h.at, h.place = 0 desc, case when h.place = 0 then h.node_id else h.place end;
end $$;
comment on function emend.memory_history(integer, text) is 'What happened to a memory and to the versions before and after it.';

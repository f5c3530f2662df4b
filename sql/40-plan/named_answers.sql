/**
 * named_answers: the answers that faults name, as they stand now: one that a repair has replaced gives its replacement. Stale answers that
 * somebody has asked for belong to them, where the repair of these faults has taken over the one that made them again.
 *
 * returns  internal ids in order; none when no fault names an answer
 */
create or replace function emend.named_answers(p_tenant integer, p_faults bigint[]) returns setof bigint
  language plpgsql stable set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
    select distinct coalesce((select max(c.node_id) from emend.current_nodes(p_tenant, array[a.node_id]) c), a.node_id)
      from (select n.node_id
              from emend.fault f
              join emend.node n on n.tenant_id = p_tenant and n.external_id = f.failed_answer_id and n.kind = 'final_answer'
             where f.tenant_id = p_tenant and f.fault_id in (select unnest(p_faults))
             union
            select (m.options ->> 'regenerates')::bigint
              from emend.fault f
              join emend.repair r on r.tenant_id = p_tenant and r.repair_id = f.repair_id
              join emend.repair m on m.tenant_id = p_tenant and m.repair_id = any (r.merged_repairs) and m.options ? 'regenerates'
             where f.tenant_id = p_tenant and f.fault_id in (select unnest(p_faults))) a
     order by 1;
end $$;
comment on function emend.named_answers(integer, bigint[]) is 'The answers that faults name, as they stand now.';

/**
 * repairs_about: repairs that have listed, diagnosed, replayed or made one of these nodes, in any state.
 *
 * p_nodes  internal ids
 * returns  their numbers, in no particular order. Reads every replayed step of the tenant.
 */
create or replace function emend.repairs_about(p_tenant integer, p_nodes bigint[]) returns setof bigint
  language plpgsql stable set jit = off as $$
begin
  return query
  with wanted as materialized (select unnest(p_nodes) as id)
  select p.repair_id from emend.plan_row p join wanted w on w.id = p.node_id where p.tenant_id = p_tenant
  union
  select r.repair_id from emend.replacement r join wanted w on w.id in (r.new_node_id, r.old_node_id) where r.tenant_id = p_tenant
  union
  select s.repair_id from emend.replay_step s, jsonb_array_elements_text(s.detail -> 'made') made(id)
    join wanted w on w.id = made.id::bigint
   where s.tenant_id = p_tenant
  union
  select f.repair_id from emend.fault f
    join emend.node n on n.tenant_id = p_tenant and n.external_id in (f.memory_id, f.failed_answer_id)
    join wanted w on w.id = n.node_id
   where f.tenant_id = p_tenant and f.repair_id is not null
  union
  select r.repair_id from emend.repair r join wanted w on w.id in (r.failed_answer_id, r.new_answer_id) where r.tenant_id = p_tenant;
end $$;
comment on function emend.repairs_about(integer, bigint[]) is 'Repairs that have listed, diagnosed, replayed or made one of these nodes.';

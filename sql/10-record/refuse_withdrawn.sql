/**
 * refuse_withdrawn: say which item cites something that a repair has withdrawn, and which repair or fault that is.
 *
 * p_nodes      withdrawn nodes that the call cites
 * p_ref_items  ids of the citing items, one element a reference
 * p_ref_nodes  what they cite
 * raises       withdrawn_evidence, retryable: read again, then record what follows from it
 */
create or replace function emend.refuse_withdrawn(p_tenant integer, p_nodes bigint[], p_ref_items text[], p_ref_nodes bigint[])
  returns void language plpgsql as $$
declare
  v_by text;
  v_id text;
  v_node bigint;
  v_repair bigint;
  v_fault bigint;
begin
  select r.item, r.node_id, n.external_id into v_by, v_node, v_id
    from unnest(p_ref_items, p_ref_nodes) as r(item, node_id)
    join emend.node n on n.tenant_id = p_tenant and n.node_id = r.node_id
   where r.node_id = any (p_nodes) order by r.node_id limit 1;
  select f.fault_id, f.repair_id into v_fault, v_repair from emend.fault f
   where f.tenant_id = p_tenant and f.memory_id = v_id and f.state <> 'withdrawn' order by f.fault_id desc limit 1;
  v_repair := coalesce(
    v_repair,
    (select s.repair_id from emend.step_state s where s.tenant_id = p_tenant and s.step_id = v_node),
    (select p.repair_id from emend.plan_row p where p.tenant_id = p_tenant and p.node_id = v_node order by p.repair_id desc limit 1),
    (select r.repair_id from emend.repair r where r.tenant_id = p_tenant and v_node = any (r.contained_ids) order by r.repair_id desc limit 1));
  perform emend.refuse('withdrawn_evidence', format('%L cites %L, which %s', v_by, v_id, case
      when v_repair is not null then format('repair %s has withdrawn', v_repair)
      when v_fault is not null then format('fault %s names', v_fault)
      else 'is out of the store' end),
    jsonb_strip_nulls(jsonb_build_object('id', v_id, 'by', v_by, 'repair', v_repair, 'fault', v_fault)),
    'Read again, then record what follows from it.');
end $$;
comment on function emend.refuse_withdrawn(integer, bigint[], text[], bigint[]) is
  'Raise withdrawn_evidence, naming what is cited, by what, and the repair.';

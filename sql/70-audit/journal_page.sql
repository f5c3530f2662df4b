/**
 * journal_page: transitions of a tenant in words and external ids, oldest first.
 *
 * p_node    of this external id; null = any     p_repair  of this repair; null = any
 * p_after   written after this one              p_limit   how many at most
 * returns   columns are named as in TypeScript
 */
create or replace function emend.journal_page(p_tenant integer, p_node text, p_repair bigint, p_after bigint, p_limit integer)
  returns table (
    id bigint, at timestamptz, actor text, action text, "nodeId" text, kind emend.node_kind, "from" text, "to" text, rule text, reason text,
    "repairId" bigint, "faultId" bigint, "planHash" text)
  language plpgsql stable set jit = off as $$
#variable_conflict use_column
declare
  v_node bigint;
begin
  if p_node is not null then
    select n.node_id into v_node from emend.node n where n.tenant_id = p_tenant and n.external_id = p_node;
    if not found then return; end if;
  end if;
  return query
  select j.journal_id, j.written_at, j.actor, j.action, n.external_id, n.kind, j.from_status, j.to_status, j.rule, j.reason, j.repair_id, j.fault_id,
         j.plan_hash
    from emend.journal j
    left join emend.node n on n.tenant_id = p_tenant and n.node_id = j.node_id
   where j.tenant_id = p_tenant and j.journal_id > p_after
     and (v_node is null or j.node_id = v_node) and (p_repair is null or j.repair_id = p_repair)
   order by j.journal_id limit p_limit;
end $$;
comment on function emend.journal_page(integer, text, bigint, bigint, integer) is 'Transitions of a tenant in words and external ids, oldest first.';

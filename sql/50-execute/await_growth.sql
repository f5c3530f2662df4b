/**
 * await_growth: await_approval of a plan that is committed, as it stands or with what the repair is about to take in.
 *
 * p_more           rows that it is about to take in, as in commit_plan
 * p_tools          as in plan_effects
 * p_limit          as in await_approval
 * returns          as await_approval; what a tenant lets go at once costs one look
 */
create or replace function emend.await_growth(p_tenant integer, p_repair bigint, p_more jsonb, p_tools jsonb, p_limit integer) returns text
  language plpgsql as $$
begin
  update emend.repair r set approve_above = p_limit where r.tenant_id = p_tenant and r.repair_id = p_repair and r.approve_above is distinct from p_limit;
  if emend.review_limit(p_tenant, p_repair) is null then
    return 'granted';
  end if;
  return (select emend.await_approval(p_tenant, p_repair, coalesce(r.plan_hash, ''), emend.committed_effects(p_tenant, p_repair, p_tools, p_more), p_limit)
            from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair);
end $$;
comment on function emend.await_growth(integer, bigint, jsonb, jsonb, integer) is
  'Whether a repair whose plan is committed may go on with it, or with what it is about to take in: granted, waits or refused.';

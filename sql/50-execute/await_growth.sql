/**
 * await_growth: await_approval of a plan that is committed, as it stands or with what the repair is about to take in.
 *
 * p_more           rows that it is about to take in, as in commit_plan
 * p_tools          as in plan_effects; null: its calls are those that were approved
 * p_limit          as in await_approval
 * returns          as await_approval; what a tenant lets go at once costs one look
 */
create or replace function emend.await_growth(p_tenant integer, p_repair bigint, p_more jsonb, p_tools jsonb, p_limit integer) returns text
  language plpgsql as $$
begin
  if emend.remember_limit(p_tenant, p_repair, p_limit) is null then
    return 'granted';
  end if;
  return (select emend.await_approval(p_tenant, p_repair, coalesce(r.plan_hash, ''),
                                      emend.committed_effects(p_tenant, p_repair, p_tools, p_more)
                                        || case when p_tools is null then jsonb_build_object('call', coalesce(emend.approved_effects(p_tenant, p_repair) -> 'call', '[]')) else '{}' end,
                                      p_limit)
            from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair);
end $$;
comment on function emend.await_growth(integer, bigint, jsonb, jsonb, integer) is
  'Whether a repair whose plan is committed may go on with it, or with what it is about to take in: granted, waits or refused.';

/**
 * await_plan: await_approval of a plan that is not committed yet.
 *
 * p_rows, p_hash   as in commit_plan
 * p_tools          as in plan_effects
 * p_limit          as in await_approval
 * returns          as await_approval
 */
create or replace function emend.await_plan(p_tenant integer, p_repair bigint, p_rows jsonb, p_hash text, p_tools jsonb, p_limit integer) returns text
  language plpgsql as $$
begin
  if emend.remember_limit(p_tenant, p_repair, p_limit) is null then
    return 'granted';
  end if;
  return emend.await_approval(p_tenant, p_repair, p_hash, emend.plan_effects(p_tenant, p_rows, p_tools), p_limit);
end $$;
comment on function emend.await_plan(integer, bigint, jsonb, text, jsonb, integer) is
  'Whether a plan that is not committed yet may be, or waits until a person has approved it: granted, waits or refused.';

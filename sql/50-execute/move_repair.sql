/**
 * move_repair: take a repair over one commit boundary, write it down, announce it (event repair:<state>).
 *
 * Attempts count from zero again, and whatever it waited for or failed at is past. Where it ends nobody holds it any more.
 *
 * p_from   states it may come from
 * p_to     the boundary it passes now
 * raises   repair_state when it is in another state
 */
create or replace function emend.move_repair(
  p_tenant integer, p_repair bigint, p_from emend.repair_state[], p_to emend.repair_state, p_actor text default current_user)
  returns emend.repair_state language plpgsql as $$
declare
  v_from emend.repair_state;
  v_hash text;
begin
  select r.state, r.plan_hash into v_from, v_hash from emend.repair r
   where r.tenant_id = p_tenant and r.repair_id = p_repair for no key update;
  if v_from is null or v_from <> all (p_from) then
    raise exception 'repair % is %, so it cannot become %', p_repair, coalesce(v_from::text, 'unknown'), p_to
      using errcode = 'P0001', detail = format('emend:repair_state {"repair": %s, "state": "%s"}', p_repair, coalesce(v_from::text, 'unknown'));
  end if;
  update emend.repair r
     set state = p_to, waiting_for = null, attempt_count = 0, error_code = null, error_detail = null,
         finished_at = case when p_to in ('done', 'failed', 'undone') then now() else r.finished_at end,
         lease_owner = case when p_to in ('done', 'failed', 'undone') then null else r.lease_owner end,
         leased_until = case when p_to in ('done', 'failed', 'undone') then null else r.leased_until end,
         undone_at = case when p_to = 'undone' then now() else null end
   where r.tenant_id = p_tenant and r.repair_id = p_repair;
  insert into emend.journal (tenant_id, repair_id, actor, action, from_status, to_status, plan_hash)
  values (p_tenant, p_repair, p_actor, 'repair', v_from::text, p_to::text, v_hash);
  if p_to <> 'done' then  -- what a verification found is announced by itself
    insert into emend.event (tenant_id, type, repair_id) values (p_tenant, 'repair:' || p_to, p_repair);
  end if;
  if p_to in ('done', 'failed', 'undone') then
    perform emend.resume_waiting(p_tenant);
  end if;
  return v_from;
end $$;
comment on function emend.move_repair(integer, bigint, emend.repair_state[], emend.repair_state, text) is
  'Takes a repair over one commit boundary and journals it; returns where it came from.';

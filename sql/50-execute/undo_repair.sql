/**
 * undo_repair: put back what a repair changed, or, when it is undone already, do it again.
 *
 * Statuses and validity return to what they were before the repair; what the repair wrote leaves the active store and may
 * not be cited; what anybody else has written since stays. Side effects of tools stay: the world is not rolled back.
 * All in the caller's transaction, journalled; the journal rows of an undo are what doing it again inverts.
 *
 * p_actor  who asks
 * returns  the state the repair has now
 * raises   not_found; repair_state; repair_conflict naming the later repair that touched the same nodes; erased where an erasure has emptied some of them
 */
create or replace function emend.undo_repair(p_tenant integer, p_repair bigint, p_actor text) returns emend.repair_state
  language plpgsql as $$
declare
  v_state emend.repair_state;
  v_later bigint;
  v_erasure bigint;
begin
  perform emend.lock_tenant(p_tenant);
  select r.state into v_state from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair for no key update;
  if v_state is null then
    raise exception 'there is no repair %', p_repair
      using errcode = 'P0001', detail = format('emend:not_found {"repair": %s}', p_repair);
  end if;
  v_erasure := emend.erasure_of(p_tenant, p_repair);
  if v_erasure is not null then
    perform emend.refuse('erased', format('erasure %s has emptied what repair %s changed: it cannot be brought back', v_erasure, p_repair),
                         jsonb_build_object('repair', p_repair, 'erasure', v_erasure));
  end if;
  v_later := emend.later_repair(p_tenant, p_repair);
  if v_later is not null then
    raise exception 'repair % touched the same nodes after repair %', v_later, p_repair
      using errcode = 'P0001', detail = format('emend:repair_conflict {"repair": %s, "later": %s}', p_repair, v_later),
            hint = format('Undo repair %s first.', v_later);
  end if;
  -- whoever works on it loses the lease
  update emend.repair r set lease_epoch = r.lease_epoch + 1, lease_owner = null, leased_until = null
   where r.tenant_id = p_tenant and r.repair_id = p_repair;
  if v_state = 'undone' then
    return emend.redo_changes(p_tenant, p_repair, p_actor);
  end if;
  perform emend.undo_changes(p_tenant, p_repair, p_actor);
  return 'undone';
end $$;
comment on function emend.undo_repair(integer, bigint, text) is
  'Puts back what a repair changed, or does an undone repair again; all or nothing.';

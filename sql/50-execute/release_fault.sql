/**
 * release_fault: a person lets a held fault be repaired. Its memory stays out of retrieval; a repair is nudged.
 *
 * raises  not_found, not_held
 */
create or replace function emend.release_fault(p_tenant integer, p_fault bigint, p_actor text) returns void
  language plpgsql as $$
declare
  v_state emend.fault_state;
begin
  select f.state into v_state from emend.fault f where f.tenant_id = p_tenant and f.fault_id = p_fault for no key update;
  if v_state is null then
    perform emend.refuse('not_found', format('there is no fault %s', p_fault), jsonb_build_object('fault', p_fault));
  elsif v_state <> 'held' then
    perform emend.refuse('not_held', format('fault %s is not held for a person: it is %s', p_fault, v_state), jsonb_build_object('fault', p_fault, 'state', v_state));
  end if;
  update emend.fault f set state = 'open', released_at = now() where f.tenant_id = p_tenant and f.fault_id = p_fault;
  insert into emend.journal (tenant_id, fault_id, actor, action, from_status, to_status, reason)
  values (p_tenant, p_fault, p_actor, 'release', 'held', 'open', 'a person lets it be repaired');
  insert into emend.event (tenant_id, type, fault_id) values (p_tenant, 'fault:opened', p_fault);
  perform emend.nudge(p_tenant);
end $$;
comment on function emend.release_fault(integer, bigint, text) is 'A person lets a held fault be repaired; raises not_found, not_held.';

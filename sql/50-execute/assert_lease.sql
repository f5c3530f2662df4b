/**
 * assert_lease: the guard in front of every write of a repair.
 *
 * Locks the repair until the transaction ends, so that nobody can claim it between this check and the commit. A lease
 * that has run out but that nobody took is still good.
 *
 * raises  lost_lease when the epoch is not the current one
 */
create or replace function emend.assert_lease(p_tenant integer, p_repair bigint, p_epoch integer) returns void
  language plpgsql as $$
declare
  v_epoch integer;
begin
  select r.lease_epoch into v_epoch from emend.repair r
   where r.tenant_id = p_tenant and r.repair_id = p_repair
     for no key update;
  if v_epoch is distinct from p_epoch then
    raise exception 'repair % was taken over: its epoch is %, not %', p_repair, v_epoch, p_epoch
      using errcode = 'P0001',
            detail = format('emend:lost_lease {"repair": %s}', p_repair),
            hint = 'Another worker has it; nothing was written.';
  end if;
end $$;
comment on function emend.assert_lease(integer, bigint, integer) is
  'Raises lost_lease unless the epoch is the current one; locks the repair until the transaction ends.';

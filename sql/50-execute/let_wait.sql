/**
 * let_wait: a repair that has no plan yet waits, which is announced once. For approval it waits by await_approval.
 *
 * p_reason  overlap
 * p_why     why, for people
 */
create or replace function emend.let_wait(p_tenant integer, p_repair bigint, p_reason text, p_why text default null) returns void
  language plpgsql as $$
begin
  update emend.repair r set waiting_reason = p_why where r.tenant_id = p_tenant and r.repair_id = p_repair and r.waiting_reason is distinct from p_why;
  update emend.repair r set waiting_for = p_reason
   where r.tenant_id = p_tenant and r.repair_id = p_repair and r.waiting_for is distinct from p_reason;
  if found then
    insert into emend.event (tenant_id, type, repair_id) values (p_tenant, 'repair:waiting', p_repair);
  end if;
end $$;
comment on function emend.let_wait(integer, bigint, text, text) is 'A repair that has no plan yet waits, which is announced once.';

/**
 * lock_tenant: one plan or application at a time in a tenant; other tenants are free. Held until the transaction ends.
 *
 * Two repairs of one tenant without it fail to serialise half of the time.
 */
create or replace function emend.lock_tenant(p_tenant integer) returns void
  language plpgsql as $$
begin
  perform pg_advisory_xact_lock(712350002, p_tenant);
end $$;
comment on function emend.lock_tenant(integer) is 'Serialises planning, applying and grouping of faults in one tenant until the transaction ends.';

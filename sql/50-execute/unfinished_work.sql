/**
 * unfinished_work: what workers have still to do, over all tenants. Numbers only; definer, because it looks into one tenant
 * after the other.
 *
 * returns  one row: open_faults without a repair, running repairs that wait for nobody, and overlapping ones that wait for another
 */
create or replace function emend.unfinished_work(out open_faults integer, out running integer, out overlapping integer)
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp as $$
declare
  v_before text := current_setting('emend.tenant_id', true);
  v_tenant integer;
begin
  open_faults := 0; running := 0; overlapping := 0;
  for v_tenant in select t.tenant_id from emend.tenant t where not t.is_isolated loop
    perform set_config('emend.tenant_id', v_tenant::text, true);
    open_faults := open_faults + (select count(*) from emend.fault f where f.tenant_id = v_tenant and f.state = 'open');
    running := running + (select count(*) from emend.repair r
                           where r.tenant_id = v_tenant and r.state not in ('done', 'failed', 'undone') and r.waiting_for is null);
    overlapping := overlapping + (select count(*) from emend.repair r
                                   where r.tenant_id = v_tenant and r.state not in ('done', 'failed', 'undone') and r.waiting_for = 'overlap');
  end loop;
  perform set_config('emend.tenant_id', coalesce(v_before, ''), true);
end $$;
comment on function emend.unfinished_work() is 'How many open faults and unfinished repairs there are, over all tenants.';

/**
 * fail_repair: a repair that cannot go on ends visibly, with its faults. What it withheld stays withheld.
 *
 * p_code, p_detail  what stopped it
 */
create or replace function emend.fail_repair(p_tenant integer, p_repair bigint, p_epoch integer, p_code text, p_detail text) returns void
  language plpgsql as $$
begin
  perform emend.assert_lease(p_tenant, p_repair, p_epoch);
  perform emend.move_repair(p_tenant, p_repair, array['open', 'planned', 'applied', 'replayed', 'finished']::emend.repair_state[], 'failed');
  update emend.repair r set error_code = p_code, error_detail = left(p_detail, 2000)
   where r.tenant_id = p_tenant and r.repair_id = p_repair;
  update emend.fault f set state = 'failed'
   where f.tenant_id = p_tenant and f.repair_id = p_repair and f.state in ('open', 'claimed');
end $$;
comment on function emend.fail_repair(integer, bigint, integer, text, text) is
  'Ends a repair that cannot go on, with its faults, visibly.';

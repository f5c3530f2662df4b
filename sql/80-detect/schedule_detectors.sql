/**
 * schedule_detectors: nudge the detectors of every tenant that has enabled one. What cron does.
 *
 * Definer, because it looks into one tenant after the other, as row security demands; its caller sees a number only.
 *
 * returns  how many tenants were nudged
 */
create or replace function emend.schedule_detectors() returns integer
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp as $$
declare
  v_before text := current_setting('emend.tenant_id', true);
  v_count integer := 0;
  v_tenant integer;
begin
  for v_tenant in select t.tenant_id from emend.tenant t where not t.is_isolated order by t.tenant_id loop
    perform set_config('emend.tenant_id', v_tenant::text, true);
    if exists (select from emend.enabled_detector d where d.tenant_id = v_tenant) then
      perform emend.nudge(v_tenant, 'emend_detect');
      v_count := v_count + 1;
    end if;
  end loop;
  perform set_config('emend.tenant_id', coalesce(v_before, ''), true);
  return v_count;
end $$;
comment on function emend.schedule_detectors() is 'Nudges the detectors of every tenant that has enabled one; returns how many tenants.';

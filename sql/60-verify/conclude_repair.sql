/**
 * conclude_repair: boundary B7. What a verification found becomes a row, and takes the repair to its end or back to the replay.
 *
 * p_state        done; applied when more has to be replayed first
 * p_is_sufficient, p_missing, p_ring  as in the table verification
 * p_detail       what was asked and answered; the first hundred violations are added, and what earlier rounds had retrieved
 * p_probe_calls  model calls of this verification
 * returns        how many violations there are of this repair
 * raises         lost_lease; repair_state unless the repair is finished
 */
create or replace function emend.conclude_repair(
  p_tenant integer, p_repair bigint, p_epoch integer, p_state emend.repair_state, p_is_sufficient boolean, p_missing jsonb, p_ring integer,
  p_detail jsonb, p_probe_calls integer)
  returns integer language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_count integer;
  v_listed jsonb;
begin
  perform emend.assert_lease(p_tenant, p_repair, p_epoch);
  perform emend.move_repair(p_tenant, p_repair, array['finished']::emend.repair_state[], p_state);
  select count(*), coalesce(jsonb_agg(to_jsonb(v) - 'n' order by v.n) filter (where v.n <= 100), '[]') into v_count, v_listed
    from (select r.violation, r.node, r.detail, row_number() over () as n from emend.repair_violations(p_tenant, p_repair) r) v;
  insert into emend.verification (tenant_id, repair_id, violation_count, is_sufficient, missing_facts, ring, detail)
  values (p_tenant, p_repair, v_count, p_is_sufficient, p_missing, p_ring, p_detail || jsonb_build_object('violations', v_listed))
  on conflict (tenant_id, repair_id) do update
     set violation_count = excluded.violation_count, is_sufficient = excluded.is_sufficient, missing_facts = excluded.missing_facts,
         ring = excluded.ring, verified_at = now(),
         detail = excluded.detail || jsonb_build_object('retrieved', coalesce(verification.detail -> 'retrieved', '[]') || coalesce(excluded.detail -> 'retrieved', '[]'));
  if p_probe_calls > 0 then
    update emend.repair r set probe_calls = r.probe_calls + p_probe_calls where r.tenant_id = p_tenant and r.repair_id = p_repair;
  end if;
  insert into emend.event (tenant_id, repair_id, type)
  values (p_tenant, p_repair, case when p_state = 'applied' then 'repair:widened' when p_is_sufficient then 'repair:done' else 'repair:insufficient' end);
  return v_count;
end $$;
comment on function emend.conclude_repair(integer, bigint, integer, emend.repair_state, boolean, jsonb, integer, jsonb, integer) is
  'B7: writes what a verification found, and takes the repair to its end or back to the replay.';

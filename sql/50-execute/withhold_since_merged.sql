/**
 * withhold_since_merged: what others have recorded on what the merged repairs had written, where this repair has not written it again
 * (withhold_dependents). Called when the repair has replayed everything.
 */
create or replace function emend.withhold_since_merged(p_tenant integer, p_repair bigint) returns void
  language plpgsql as $$
declare
  v_merged bigint[] := array(select emend.merged_before(p_tenant, p_repair));
  v_made   bigint[];
  v_own    bigint[];
begin
  if v_merged = '{}' then
    return;
  end if;
  v_made := array(select made.id::bigint from emend.replay_step t, jsonb_array_elements_text(t.detail -> 'made') made(id)
                   where t.tenant_id = p_tenant and t.repair_id = any (v_merged));
  v_own := v_made || array(select p.node_id from emend.plan_row p where p.tenant_id = p_tenant and p.repair_id = any (v_merged || p_repair))
    || array(select made.id::bigint from emend.replay_step t, jsonb_array_elements_text(t.detail -> 'made') made(id)
              where t.tenant_id = p_tenant and t.repair_id = p_repair);
  perform emend.withhold_dependents(
    p_tenant, p_repair, array(select m.id from unnest(v_made) as m(id) where not emend.may_cite(p_tenant, m.id)), v_own, 0,
    'recorded on what a repair had written that another has taken over, and that it does not write again');
end $$;
comment on function emend.withhold_since_merged(integer, bigint) is
  'Withholds what rests on what the merged repairs had written, where this repair has not written it again.';

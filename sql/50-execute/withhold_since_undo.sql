/**
 * withhold_since_undo: what was recorded on the nodes of a repair while it was undone, and has lost its ground now that the repair is done
 * again (withhold_dependents).
 *
 * The walk starts at what the repair withdraws, and never runs through what its plan kept or what it wrote itself.
 *
 * p_actor  who asks
 */
create or replace function emend.withhold_since_undo(p_tenant integer, p_repair bigint, p_actor text) returns void
  language plpgsql as $$
declare
  v_own bigint[];
  v_withdrawn bigint[];
begin
  select array_agg(p.node_id), array_agg(p.node_id) filter (where p.is_invalid or p.disposition in ('delete', 'quarantine'))
    into v_own, v_withdrawn from emend.plan_row p where p.tenant_id = p_tenant and p.repair_id = p_repair;
  v_own := v_own || array(select made.id::bigint from emend.replay_step t, jsonb_array_elements_text(t.detail -> 'made') made(id)
                           where t.tenant_id = p_tenant and t.repair_id = p_repair);
  perform emend.withhold_dependents(
    p_tenant, p_repair, v_withdrawn, v_own, (select r.graph_version from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair),
    'recorded while the repair was undone, on what it withdraws', p_actor);
end $$;
comment on function emend.withhold_since_undo(integer, bigint, text) is
  'Withholds what was recorded on the nodes of a repair while it was undone, when it is done again.';

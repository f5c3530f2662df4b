/**
 * committed_effects: plan_effects of the plan that a repair has, with whatever it has taken in since it was committed.
 *
 * p_more  more rows, which it is about to take in, each in the place of one that it has
 */
create or replace function emend.committed_effects(p_tenant integer, p_repair bigint, p_tools jsonb, p_more jsonb default '[]') returns jsonb
  language plpgsql stable set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return emend.plan_effects(p_tenant, p_more || (
    select coalesce(jsonb_agg(jsonb_build_object('node_id', p.node_id, 'disposition', p.disposition, 'is_affected', p.is_affected, 'is_invalid', p.is_invalid)), '[]')
      from emend.plan_row p
     where p.tenant_id = p_tenant and p.repair_id = p_repair
       and not exists (select from jsonb_to_recordset(p_more) as m(node_id bigint) where m.node_id = p.node_id)), p_tools);
end $$;
comment on function emend.committed_effects(integer, bigint, jsonb, jsonb) is 'What the plan that a repair has does that a person approves.';

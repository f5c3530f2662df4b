/** named_effects: effects as in plan_effects, with the ids that everybody uses, of a call as stepId; null stays null. */
create or replace function emend.named_effects(p_tenant integer, p_effects jsonb) returns jsonb
  language plpgsql stable set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return (
    select jsonb_object_agg(e.key, case jsonb_typeof(e.value) when 'array' then (
             select coalesce(jsonb_agg(case jsonb_typeof(m.member) when 'object' then (m.member - 'step') || jsonb_build_object('stepId', n.external_id) else to_jsonb(n.external_id) end
                                       order by m.place), '[]')
               from jsonb_array_elements(e.value) with ordinality as m(member, place)
              cross join lateral (
                select x.external_id from emend.node x
                 where x.tenant_id = p_tenant and x.node_id = (case jsonb_typeof(m.member) when 'object' then m.member -> 'step' else m.member end)::bigint
                offset 0) n) else e.value end)
      from jsonb_each(p_effects) e);
end $$;
comment on function emend.named_effects(integer, jsonb) is 'Effects of a plan with the ids that everybody uses.';

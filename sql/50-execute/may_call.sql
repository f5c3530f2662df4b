/**
 * may_call: may the replay of a repair call this tool for this step without asking a person?
 *
 * What is pure always may. Where the repair needed approval, other calls may that stood in what was approved: a tool with an effect that the repaired
 * plan calls besides waits for a person, as an irreversible one always does.
 */
create or replace function emend.may_call(p_tenant integer, p_repair bigint, p_step bigint, p_tool text, p_effect emend.effect_class) returns boolean
  language plpgsql stable set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_limit integer;
  v_effects jsonb;
begin
  if p_effect = 'pure' then
    return true;
  end if;
  v_limit := emend.review_limit(p_tenant, p_repair);
  if v_limit is null or (select count(*) from emend.plan_row p where p.tenant_id = p_tenant and p.repair_id = p_repair and p.is_affected) <= v_limit then
    return true;
  end if;
  v_effects := emend.approved_effects(p_tenant, p_repair);
  return exists (select from jsonb_array_elements(v_effects -> 'call') as c(made)
                  where c.made ->> 'tool' = p_tool and (c.made ->> 'step')::bigint = p_step and (c.made ->> 'effect')::emend.effect_class >= p_effect);
end $$;
comment on function emend.may_call(integer, bigint, bigint, text, emend.effect_class) is
  'Whether the replay of a repair may call this tool for this step without asking a person.';

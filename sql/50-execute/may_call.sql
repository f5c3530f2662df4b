/**
 * may_call: may the replay of a repair call this tool for this step without asking a person?
 *
 * What is pure always may. Where the repair needed approval, other calls may that stood in what was approved: a tool with an effect that the repaired
 * plan calls besides waits for a person, as an irreversible one always does. So does each of an answer that is made again because somebody asked.
 *
 * p_limit  as in remember_limit, for an answer that is made again
 */
create or replace function emend.may_call(p_tenant integer, p_repair bigint, p_step bigint, p_tool text, p_effect emend.effect_class, p_limit integer default null)
  returns boolean
  language plpgsql stable set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_limit integer;
  v_effects jsonb;
begin
  if p_effect = 'pure' then
    return true;
  end if;
  select case when r.options ? 'regenerates' -- it removes nothing, but calls what its answer needs
              then case t.review when 'at_once' then null when 'always' then 0 when 'above' then t.approve_above else p_limit end
              else emend.review_limit(p_tenant, p_repair) end into v_limit
    from emend.repair r join emend.tenant t on t.tenant_id = p_tenant
   where r.tenant_id = p_tenant and r.repair_id = p_repair;
  if v_limit is null or (select count(*) from emend.plan_row p where p.tenant_id = p_tenant and p.repair_id = p_repair and p.is_affected) <= v_limit then
    return true;
  end if;
  v_effects := emend.approved_effects(p_tenant, p_repair);
  return exists (select from jsonb_array_elements(v_effects -> 'call') as c(made)
                  where c.made ->> 'tool' = p_tool and (c.made ->> 'step')::bigint = p_step and (c.made ->> 'effect')::emend.effect_class >= p_effect);
end $$;
comment on function emend.may_call(integer, bigint, bigint, text, emend.effect_class, integer) is
  'Whether the replay of a repair may call this tool for this step without asking a person.';

/**
 * growth: what effects do beyond those that were approved; both as in plan_effects.
 *
 * A memory that was to be quarantined and is deleted now is more, the other way round is less. A call is another one where its step, its
 * tool or a graver class of effect is new.
 *
 * returns  in the same form, affected = how many nodes more; null where there is nothing of it, or nothing was approved
 */
create or replace function emend.growth(p_approved jsonb, p_now jsonb) returns jsonb
  language plpgsql immutable as $$
declare
  v_growth jsonb;
begin
  if p_approved is null then
    return null;
  end if;
  select jsonb_build_object(
           'affected', greatest((p_now ->> 'affected')::integer - (p_approved ->> 'affected')::integer, 0),
           'delete', (select coalesce(jsonb_agg(n.id), '[]') from jsonb_array_elements(p_now -> 'delete') as n(id) where not p_approved -> 'delete' @> n.id),
           'quarantine', (select coalesce(jsonb_agg(n.id), '[]') from jsonb_array_elements(p_now -> 'quarantine') as n(id)
                           where not p_approved -> 'quarantine' @> n.id and not p_approved -> 'delete' @> n.id),
           'invalidate', (select coalesce(jsonb_agg(n.id), '[]') from jsonb_array_elements(p_now -> 'invalidate') as n(id) where not p_approved -> 'invalidate' @> n.id),
           'change', (select coalesce(jsonb_agg(n.id), '[]') from jsonb_array_elements(p_now -> 'change') as n(id) where not p_approved -> 'change' @> n.id),
           'call', (select coalesce(jsonb_agg(n.made), '[]') from jsonb_array_elements(p_now -> 'call') as n(made)
                     where not exists (select from jsonb_array_elements(p_approved -> 'call') as a(made)
                                        where a.made -> 'step' = n.made -> 'step' and a.made -> 'tool' = n.made -> 'tool'
                                          and (a.made ->> 'effect')::emend.effect_class >= (n.made ->> 'effect')::emend.effect_class)))
    into v_growth;
  return nullif(v_growth, '{"affected": 0, "delete": [], "quarantine": [], "invalidate": [], "change": [], "call": []}');
end $$;
comment on function emend.growth(jsonb, jsonb) is 'What effects do beyond those that were approved; null where there is nothing of it.';

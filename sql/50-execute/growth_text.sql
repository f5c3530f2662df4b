/**
 * growth_text: growth for people, in ids: "deletes m5; makes c7 and 11 more invalid".
 *
 * p_growth  with the ids that everybody uses (named_effects)
 */
create or replace function emend.growth_text(p_growth jsonb) returns text
  language plpgsql immutable as $$
declare
  v_shown constant integer := 10;
begin
  return concat_ws('; ', (
    select string_agg(format(part.words, (
             select string_agg(case jsonb_typeof(m.member) when 'object' then format('%s for %s (%s)', m.member ->> 'tool', m.member ->> 'stepId', m.member ->> 'effect')
                                    else m.member #>> '{}' end, ', ' order by m.place)
               from jsonb_array_elements(p_growth -> part.key) with ordinality as m(member, place) where m.place <= v_shown)
             || case when jsonb_array_length(p_growth -> part.key) > v_shown then format(' and %s more', jsonb_array_length(p_growth -> part.key) - v_shown) else '' end),
             '; ' order by part.place)
      from (values (1, 'delete', 'deletes %s'), (2, 'quarantine', 'quarantines %s'), (3, 'invalidate', 'makes %s invalid'), (4, 'change', 'writes %s again'),
                   (5, 'call', 'calls %s')) as part(place, key, words)
     where jsonb_array_length(p_growth -> part.key) > 0),
    case when (p_growth ->> 'affected')::integer > 0 then format('affects %s nodes more', p_growth ->> 'affected') end);
end $$;
comment on function emend.growth_text(jsonb) is 'Growth of a plan for people, in ids.';

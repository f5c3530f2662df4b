/**
 * json_is_shallow: whether foreign JSON is at most 64 levels deep and 256 kB long; true for null.
 *
 * What has no more than 64 brackets cannot be deeper; only the rest is walked.
 */
create or replace function emend.json_is_shallow(p_value jsonb) returns boolean
  language plpgsql immutable parallel safe as $$
declare
  v_text text := p_value::text;
  v_level jsonb[];
begin
  if v_text is null then
    return true;
  elsif octet_length(v_text) > 262144 then
    return false;
  elsif length(v_text) - length(translate(v_text, '[{', '')) <= 64 then
    return true;
  end if;
  v_level := array[p_value];
  for v_depth in 1 .. 64 loop
    select array_agg(c.child) into v_level
      from unnest(v_level) l
     cross join lateral (
       select e.value as child from jsonb_each(case jsonb_typeof(l) when 'object' then l else '{}' end) e
       union all
       select a.value from jsonb_array_elements(case jsonb_typeof(l) when 'array' then l else '[]' end) a) c
     where jsonb_typeof(c.child) in ('object', 'array');
    exit when v_level is null;
  end loop;
  return v_level is null;
end $$;
comment on function emend.json_is_shallow(jsonb) is 'Whether foreign JSON keeps to 64 levels and 256 kB.';

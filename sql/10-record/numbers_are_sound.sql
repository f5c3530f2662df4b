/** numbers_are_sound: whether a value is a JSON array of at most p_count numbers that a float takes; null, for one that is left out, is. */
create or replace function emend.numbers_are_sound(p_numbers jsonb, p_count integer) returns boolean
  language sql immutable parallel safe
  return p_numbers is null
      or case jsonb_typeof(p_numbers) when 'array' then
           jsonb_array_length(p_numbers) <= p_count
           and not exists (select from jsonb_array_elements(p_numbers) n
                            where case jsonb_typeof(n) when 'number' then abs(n::numeric) > 1e15 or (n::numeric <> 0 and abs(n::numeric) < 1e-30) else true end)
         else false end;
comment on function emend.numbers_are_sound(jsonb, integer) is 'Whether a value is a JSON array of so many numbers at most.';

/**
 * check_items: refuse a list of items that is malformed; nothing is looked up in the store.
 *
 * raises  bad_item, too_large, duplicate_id
 */
create or replace function emend.check_items(p_items jsonb, p_on_withdrawn text) returns void
  language plpgsql as $$
declare
  v_item jsonb;
  v_position bigint;
begin
  if p_on_withdrawn is null or p_on_withdrawn not in ('refuse', 'accept') then
    perform emend.refuse('bad_item', format('p_on_withdrawn is refuse or accept, not %L', p_on_withdrawn));
  elsif p_items is null or jsonb_typeof(p_items) <> 'array' then
    perform emend.refuse('bad_item', 'p_items is not a JSON array');
  elsif jsonb_array_length(p_items) > 10000 then
    perform emend.refuse('too_large', format('a call records at most 10000 items, not %s', jsonb_array_length(p_items)));
  end if;
  select e.item, e.n into v_item, v_position
    from jsonb_array_elements(p_items) with ordinality as e(item, n)
   where emend.item_is_sound(e.item) is not true limit 1;
  if found then
    perform emend.refuse_item(v_item, v_position);
  end if;
end $$;
comment on function emend.check_items(jsonb, text) is 'Refuse a list of items that is malformed.';

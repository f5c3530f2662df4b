/**
 * items_digest: what items say and rest on, whatever they are called: in order, ids among themselves by their place.
 *
 * p_items  record items
 * returns  text that is the same for items that would record the same
 */
create or replace function emend.items_digest(p_items jsonb) returns text language plpgsql immutable as $$
declare
  v_own text[] := array(select i.item ->> 'id' from jsonb_array_elements(p_items) with ordinality i(item, n) order by i.n);
begin
  return (
    select string_agg(concat_ws(E'\x1f', i.item ->> 'kind', i.item ->> 'type', i.item ->> 'content', i.item #> '{tool,args}', (
             select string_agg(coalesce(array_position(v_own, r.id)::text, '=' || r.id), E'\x1e' order by coalesce(array_position(v_own, r.id)::text, '=' || r.id))
               from (select distinct x.id from jsonb_array_elements_text(
                       coalesce(i.item -> 'used_ids', '[]') || coalesce(i.item -> 'consumed_memory_ids', '[]')
                       || coalesce(i.item -> 'derived_from', '[]') || coalesce(i.item -> 'supersedes', '[]')) x(id)) r)), E'\x1d' order by i.n)
      from jsonb_array_elements(p_items) with ordinality i(item, n));
end $$;
comment on function emend.items_digest(jsonb) is 'What items say and rest on, whatever they are called.';

/**
 * replacements_before: what repairs wrote in the place of something older than a tick, and can be read now.
 *
 * A replayed read sees no memory younger than its place, save these (method, section 7.3): those of this repair, and those of earlier
 * repairs, so that two repairs read what one of all the faults would have read.
 *
 * p_place  clock of the read, or of the read that it stands for
 * returns  internal ids of memories younger than p_place, in no particular order
 */
create or replace function emend.replacements_before(p_tenant integer, p_place bigint) returns setof bigint
  language plpgsql stable as $$
begin
  return query
  select distinct m.node_id
    from emend.replacement r
   cross join lateral (
     select x.generated_ids from emend.step x where x.tenant_id = p_tenant and x.step_id = r.new_node_id offset 0) s
   cross join lateral unnest(s.generated_ids) as m(node_id)
    join emend.memory_state c on c.tenant_id = p_tenant and c.memory_id = m.node_id and c.status = 'active' and not c.is_withheld
   where r.tenant_id = p_tenant and r.old_node_id < p_place and r.new_node_id > p_place
     and exists (select from emend.step_places(p_tenant, array[m.node_id]) p where p.place < p_place);
end $$;
comment on function emend.replacements_before(integer, bigint) is
  'What repairs wrote in the place of something older than a tick, and can be read now.';

/**
 * replacements_before: what repairs wrote in the place of something older than a tick, and can be read now.
 *
 * A replayed read sees no memory younger than its place, save these (method, section 7.3): those of this repair, and those of earlier
 * repairs, so that two repairs read what one of all the faults would have read.
 *
 * Look-ups are lateral and places are found for all memories at once: a plan that was made for an empty tenant, kept, and run against
 * 600 replacements took 50 ms; this takes 2.
 *
 * p_place  clock of the read, or of the read that it stands for
 * returns  internal ids of memories younger than p_place, in no particular order
 */
create or replace function emend.replacements_before(p_tenant integer, p_place bigint) returns setof bigint
  language plpgsql stable set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_made bigint[];
begin
  select array_agg(distinct g.id) into v_made
    from emend.replacement r
   cross join lateral (
     select x.generated_ids from emend.step x where x.tenant_id = p_tenant and x.step_id = r.new_node_id and x.generated_ids <> '{}' offset 0) s
   cross join lateral unnest(s.generated_ids) as g(id)
   cross join lateral (
     select from emend.memory_state x
      where x.tenant_id = p_tenant and x.memory_id = g.id and x.status = 'active' and not x.is_withheld offset 0) c
   where r.tenant_id = p_tenant and r.old_node_id < p_place and r.new_node_id > p_place;
  if v_made is not null then
    return query select p.node_id from emend.step_places(p_tenant, v_made) p where p.place < p_place;
  end if;
end $$;
comment on function emend.replacements_before(integer, bigint) is
  'What repairs wrote in the place of something older than a tick, and can be read now.';

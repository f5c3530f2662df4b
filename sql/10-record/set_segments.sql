/**
 * set_segments: store the words of memories.
 *
 * p_ids       memories; p_segments: the words of each, separated by blanks
 */
create or replace function emend.set_segments(p_tenant integer, p_ids bigint[], p_segments text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp as $$
begin
  if p_tenant is distinct from emend.need_tenant() then
    perform emend.refuse('no_tenant', 'the tenant asked for is not the tenant of the transaction');
  end if;
  update emend.memory_search s set segments = w.segments, is_segmented = true
    from unnest(p_ids, p_segments) as w(id, segments)
   where s.tenant_id = p_tenant and s.memory_id = w.id;
end $$;
comment on function emend.set_segments(integer, bigint[], text[]) is 'Store the words of memories, cut by a worker.';

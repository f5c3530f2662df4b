/** count_erased: add to what an erasure has emptied or removed of a table; 0 leaves it out. Part of erase_user. */
create or replace function emend.count_erased(p_tenant integer, p_erasure bigint, p_table text, p_count bigint) returns void
  language plpgsql as $$
begin
  update emend.erasure e set counts = e.counts || jsonb_build_object(p_table, coalesce((e.counts ->> p_table)::bigint, 0) + p_count)
   where e.tenant_id = p_tenant and e.erasure_id = p_erasure and p_count > 0;
end $$;
comment on function emend.count_erased(integer, bigint, text, bigint) is 'Part of erase_user: adds to what an erasure has emptied or removed of a table.';

/**
 * has_more_memories: whether a user may look for 1,000 memories or more, whatever their status: then a search leaves some out.
 *
 * p_user, p_before  see youngest_with_words
 */
create or replace function emend.has_more_memories(p_tenant integer, p_user text, p_before bigint) returns boolean
  language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  if p_user is null then
    return (select count(*) from (select from emend.memory_search m where m.tenant_id = p_tenant and m.memory_id < p_before limit 1000) x) = 1000;
  end if;
  return (
    select count(*)
      from ((select from emend.memory_search m where m.tenant_id = p_tenant and m.user_id = p_user and m.memory_id < p_before limit 1000)
            union all
            (select from emend.memory_search m where m.tenant_id = p_tenant and m.user_id is null and m.memory_id < p_before limit 1000)) x) >= 1000;
end $$;
comment on function emend.has_more_memories(integer, text, bigint) is 'Whether a user may look for 1,000 memories or more.';

/**
 * youngest_with_words: of the 1,000 youngest memories that a user may look for, those that have one of some words, whatever their status.
 *
 * p_user    his and those without an owner; null = those of everybody
 * p_before  only memories older than this tick of the clock
 * p_any     the words; null = all memories
 * returns   in no particular order
 */
create or replace function emend.youngest_with_words(p_tenant integer, p_user text, p_before bigint, p_any tsquery)
  returns table (memory_id bigint, user_id text, agent_id text, words tsvector) language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
#variable_conflict use_column
begin
  if p_user is null then
    return query
    select y.memory_id, y.user_id, y.agent_id, y.words
      from (select m.memory_id, m.user_id, m.agent_id, m.words from emend.memory_search m
             where m.tenant_id = p_tenant and m.memory_id < p_before
             order by m.memory_id desc limit 1000) y
     where p_any is null or y.words @@ p_any;
  else
    return query
    select y.memory_id, y.user_id, y.agent_id, y.words
      from (select x.memory_id, x.user_id, x.agent_id, x.words
              from ((select m.memory_id, m.user_id, m.agent_id, m.words from emend.memory_search m
                      where m.tenant_id = p_tenant and m.user_id = p_user and m.memory_id < p_before
                      order by m.user_id desc, m.memory_id desc limit 1000)
                    union all
                    (select m.memory_id, m.user_id, m.agent_id, m.words from emend.memory_search m
                      where m.tenant_id = p_tenant and m.user_id is null and m.memory_id < p_before
                      order by m.user_id desc, m.memory_id desc limit 1000)) x
             order by x.memory_id desc limit 1000) y
     where p_any is null or y.words @@ p_any;
  end if;
end $$;
comment on function emend.youngest_with_words(integer, text, bigint, tsquery) is
  'Of the 1,000 youngest memories that a user may look for, those that have one of some words.';

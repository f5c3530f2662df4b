/**
 * resembling_memories: memories whose words are not those of a question, but like them.
 *
 * Words with a digit resemble nothing: order 4711 is not order 4712. At most the youngest 2,000 are compared.
 *
 * p_tier   1: a word begins like one of the question, up to two letters from its end (inflections); or the letters stand anywhere in a
 *          memory whose words nobody has cut yet (Chinese of plain SQL writers is one long word). 2: trigrams (spelling mistakes)
 * p_words  words of the question
 * returns  score above 0.5 in tier 1, below in tier 2; in no particular order, whatever the status
 */
create or replace function emend.resembling_memories(
    p_tenant integer, p_tier integer, p_words text[], p_user text, p_agent text, p_before bigint, p_include bigint[], p_exclude bigint[])
  returns table (memory_id bigint, score double precision)
  language plpgsql stable as $$
#variable_conflict use_column
declare
  v_words constant text[] := array(select w from unnest(p_words) w where w !~ '[0-9]');
  v_begins tsquery;
begin
  if p_tier = 1 then
    select string_agg('''' || replace(replace(left(w, greatest(4, length(w) - 2)), '\', '\\'), '''', '''''') || ''':*', ' | ')::tsquery into v_begins
      from unnest(v_words) w where length(w) > 3;
    return query
      select m.memory_id, 0.5 + 0.49 * emend.resemblance(v_words, m.segments, not m.is_segmented) / cardinality(p_words)
        from (select t.memory_id, t.segments, t.is_segmented from emend.memory_search t
               where t.tenant_id = p_tenant and t.words @@ v_begins
                 and emend.is_in_scope(t.memory_id, t.user_id, t.agent_id, p_user, p_agent, p_before, p_include, p_exclude)
               order by t.memory_id desc limit 2000) m
      union
      select m.memory_id, 0.5 + 0.49 * emend.resemblance(v_words, m.segments, true) / cardinality(p_words)
        from (select t.memory_id, t.segments, t.user_id, t.agent_id from emend.memory_search t
               where t.tenant_id = p_tenant and not t.is_segmented order by t.memory_id desc limit 2000) m
       where exists (select from unnest(v_words) w where strpos(lower(m.segments), w) > 0)
         and emend.is_in_scope(m.memory_id, m.user_id, m.agent_id, p_user, p_agent, p_before, p_include, p_exclude);
  else
    return query
      select m.memory_id, 0.49 * emend.resemblance(v_words, m.segments, false) / cardinality(p_words)
        from (select t.memory_id, t.segments
                from (select distinct t.memory_id from unnest(v_words) w
                       cross join lateral (select t.memory_id from emend.memory_search t
                                            where t.tenant_id = p_tenant and length(w) > 3 and w <% t.segments
                                              and emend.is_in_scope(t.memory_id, t.user_id, t.agent_id, p_user, p_agent, p_before, p_include, p_exclude)
                                            offset 0) t
                       order by t.memory_id desc limit 2000) x
               cross join lateral (select t.memory_id, t.segments from emend.memory_search t
                                    where t.tenant_id = p_tenant and t.memory_id = x.memory_id offset 0) t) m;
  end if;
end $$;
comment on function emend.resembling_memories(integer, integer, text[], text, text, bigint, bigint[], bigint[]) is
  'Memories whose words are like those of a question.';

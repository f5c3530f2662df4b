/**
 * reexecute_reads: ask recorded reads again over the store as a plan leaves it.
 *
 * A read sees no memory younger than itself, save reopened ones older than it; see search_memories.
 *
 * p_reads     JSON array of {id, words, k, user, agent, session}; id is the node of the read
 * p_removed   memories that leave the store
 * p_reopened  memories that are seen whatever their status
 * returns     one row a read, in order; results best first, empty where nothing is found
 */
create or replace function emend.reexecute_reads(p_tenant integer, p_reads jsonb, p_removed bigint[], p_reopened bigint[])
  returns table (read_id bigint, results bigint[])
  language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select r.id, array(select s.memory_id from emend.search_memories(
                       p_tenant, r.words, r.k, r."user", r.agent, r.session, r.id,
                       array(select o.id from unnest(p_reopened) as o(id) where o.id < r.id), p_removed) s)
    from rows from (jsonb_to_recordset(p_reads) as (id bigint, words text, k integer, "user" text, agent text, session text)) with ordinality
         as r(id, words, k, "user", agent, session, n)
   order by r.n;
end $$;
comment on function emend.reexecute_reads(integer, jsonb, bigint[], bigint[]) is 'Recorded reads, asked again over the store as a plan leaves it.';

/**
 * reexecute_reads: ask recorded reads again over the store as a plan leaves it.
 *
 * A read sees no memory younger than its place, and of the reopened ones those that are older; what repairs made in the place of something
 * older is named with the read. See search_memories.
 *
 * A read whose recorded scope names no user is taken to have looked at its own user's memories and those without an owner, unless what it
 * returned then says otherwise.
 *
 * p_reads     JSON array of {id, place, words, k, user, agent, session, owner, include}; id is the node of the read, place the clock of the read that
 *             it stands for (its own when left out), owner the user of its session, include memories that it sees although they are younger
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
                       p_tenant, r.words, r.k,
                       coalesce(r."user", case when not exists (
                         select from emend.step s cross join unnest(s.used_ids) as u(id)
                          cross join lateral (select o.user_id from emend.node o where o.tenant_id = p_tenant and o.node_id = u.id offset 0) n
                          where s.tenant_id = p_tenant and s.step_id = r.id and n.user_id <> r.owner) then r.owner end), r.agent, r.session, coalesce(r.place, r.id),
                       array(select o.id from unnest(p_reopened) as o(id) where o.id < coalesce(r.place, r.id)) || coalesce(r.include, '{}'), p_removed) s)
    from rows from (jsonb_to_recordset(p_reads) as (id bigint, words text, k integer, "user" text, agent text, session text, owner text, place bigint, include bigint[])) with ordinality
         as r(id, words, k, "user", agent, session, owner, place, include, n)
   order by r.n;
end $$;
comment on function emend.reexecute_reads(integer, jsonb, bigint[], bigint[]) is 'Recorded reads, asked again over the store as a plan leaves it.';

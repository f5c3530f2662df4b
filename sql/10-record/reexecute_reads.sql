/**
 * reexecute_reads: ask recorded reads again over the store as a plan leaves it.
 *
 * A read sees no memory younger than its place, and of the reopened ones those that are older; what repairs made in the place of something
 * older is named with the read. See search_memories.
 *
 * It is asked in the mode that it was recorded with, by the embedding of its question that was recorded with it: no model is asked. It
 * cannot be asked exactly where that is not there (then it is asked by text), or where a memory named for inclusion has no embedding of its
 * model: is_exact is false then, and whoever judges takes it for changed.
 *
 * A read whose recorded scope names no user is taken to have looked at its own user's memories and those without an owner, unless what it
 * returned then says otherwise.
 *
 * p_reads     JSON array of {id, place, words, k, user, agent, session, owner, include}; id is the node of the read, place the clock of the read that
 *             it stands for (its own when left out), owner the user of its session, include memories that it sees although they are younger
 * p_removed   memories that leave the store
 * p_reopened  memories that are seen whatever their status
 * returns     one row a read, in order; results best first with their scores, empty where nothing is found; considered: see search_memories
 */
create or replace function emend.reexecute_reads(p_tenant integer, p_reads jsonb, p_removed bigint[], p_reopened bigint[])
  returns table (read_id bigint, results bigint[], scores double precision[], considered bigint[], is_exact boolean)
  language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select r.id, coalesce(f.results, '{}'), coalesce(f.scores, '{}'), coalesce(f.considered, '{}'),
         q.mode = 'text' and q.recorded = 'text' or (
           q.mode <> 'text' and emend.have_embeddings(p_tenant, q.model, cardinality(q.embedding), q.include, q."user"))
    from rows from (jsonb_to_recordset(p_reads) as (id bigint, words text, k integer, "user" text, agent text, session text, owner text, place bigint, include bigint[])) with ordinality
         as r(id, words, k, "user", agent, session, owner, place, include, n)
    left join lateral (
      select s.query_mode, s.query_model, s.query_embedding, s.used_ids from emend.step s where s.tenant_id = p_tenant and s.step_id = r.id offset 0) s on true
   cross join lateral (
     select coalesce(s.query_mode, 'text') as recorded,
            case when s.query_embedding is null then 'text' else coalesce(s.query_mode, 'text') end as mode,
            s.query_model as model, s.query_embedding as embedding,
            coalesce(r."user", case when not exists (
              select from unnest(s.used_ids) as u(id)
               cross join lateral (select o.user_id from emend.node o where o.tenant_id = p_tenant and o.node_id = u.id offset 0) n
               where n.user_id <> r.owner) then r.owner end) as "user",
            array(select o.id from unnest(p_reopened) as o(id) where o.id < coalesce(r.place, r.id)) || coalesce(r.include, '{}') as include offset 0) q
   cross join lateral (
     select array_agg(m.memory_id) as results, array_agg(m.score) as scores, max(m.considered) as considered
       from emend.search_memories(p_tenant, r.words, r.k, q."user", r.agent, r.session, coalesce(r.place, r.id), q.include, p_removed, q.mode, q.model, q.embedding) m) f
   order by r.n;
end $$;
comment on function emend.reexecute_reads(integer, jsonb, bigint[], bigint[]) is 'Recorded reads, asked again over the store as a plan leaves it.';

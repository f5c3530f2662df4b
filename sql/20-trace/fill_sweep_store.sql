/**
 * fill_sweep_store: sessions of a large store with everything recorded but words for search, to measure trace and support on.
 *
 * For an empty tenant, in a transaction that is rolled back; call it with one portion of sessions after the other. A session has 21 nodes and 38
 * edges: a question, a reading of one memory of everybody, six claims that rest on it, six memories made of these, and the answer. The
 * memories of everybody come first: node 1 for the first size, and so on, then one that is good. Sessions of one memory are spread
 * over the whole clock, so that a small cone lies between much else.
 *
 * p_first, p_sessions  the portion: number of its first session, from 0, and how many
 * p_total   sessions in all portions
 * p_sizes   ascending: how many nodes the first, second, ... memory of everybody shall reach, in steps of 20
 */
create or replace function emend.fill_sweep_store(p_tenant integer, p_first integer, p_sessions integer, p_total integer, p_sizes integer[])
  returns void language plpgsql set jit = off as $$
declare
  c_good constant bigint := cardinality(p_sizes) + 1;
begin
  if p_first = 0 then
    insert into emend.node (tenant_id, node_id, external_id, kind) select p_tenant, n, 'root-' || n, 'memory' from generate_series(1, c_good) n;
    insert into emend.memory (tenant_id, memory_id, content, source) select p_tenant, n, 'The warehouse opens at ' || n, 'imported' from generate_series(1, c_good) n;
    insert into emend.memory_state (tenant_id, memory_id) select p_tenant, n from generate_series(1, c_good) n;
  end if;

  create temporary table if not exists swept (
    session_id bigint, node_id bigint, place integer, kind emend.node_kind, root_id bigint) on commit drop;
  truncate swept;
  insert into swept
  select s.n, 100 + s.n * 21 + p.place, p.place,
         case when p.place = 0 then 'input' when p.place = 1 then 'memory_read' when p.place < 8 then 'claim' when p.place = 20 then 'final_answer'
              when p.place % 2 = 0 then 'memory_write' else 'memory' end::emend.node_kind,
         coalesce((select min(z.nr) from unnest(p_sizes) with ordinality as z(size, nr)
                    where s.n % greatest(1, p_total::bigint * 20 / z.size) = z.nr % greatest(1, p_total::bigint * 20 / z.size)), c_good)
    from generate_series(p_first::bigint, p_first + p_sessions - 1) as s(n) cross join generate_series(0, 20) as p(place);

  insert into emend.node (tenant_id, node_id, external_id, kind, session_id, turn, user_id)
  select p_tenant, w.node_id, 'n' || w.node_id, w.kind, w.session_id, 1, 'user-' || w.session_id from swept w;
  insert into emend.input (tenant_id, input_id, content) select p_tenant, w.node_id, 'When does the warehouse open?' from swept w where w.kind = 'input';
  insert into emend.memory (tenant_id, memory_id, content, source, producing_step_id)
  select p_tenant, w.node_id, format('Box %s of session %s leaves at nine.', w.place, w.session_id), 'agent_summary', w.node_id - 1 from swept w where w.kind = 'memory';
  insert into emend.memory_state (tenant_id, memory_id) select p_tenant, w.node_id from swept w where w.kind = 'memory';
  insert into emend.step (tenant_id, step_id, content, used_ids, generated_ids, query_text, query_k)
  select p_tenant, w.node_id, format('Box %s of session %s can leave at nine.', w.place, w.session_id),
         case w.kind when 'memory_read' then array[w.root_id] when 'claim' then array[w.root_id, c_good, w.node_id - w.place + 1]
                     when 'memory_write' then array[w.node_id - w.place + 1 + (w.place - 6) / 2]
                     else array(select w.node_id - w.place + c from generate_series(2, 7) c) end,
         case w.kind when 'memory_write' then array[w.node_id + 1] else '{}' end,
         case w.kind when 'memory_read' then 'warehouse open' end, case w.kind when 'memory_read' then 1 end
    from swept w where w.kind not in ('input', 'memory');

  insert into emend.edge (tenant_id, source_id, target_id, label, target_kind)
  select p_tenant, w.node_id - 1, w.node_id, 'initiate'::emend.edge_label, w.kind from swept w where w.place = 1
  union all select p_tenant, w.root_id, w.node_id, 'cite', w.kind from swept w where w.place between 1 and 7
  union all select p_tenant, c_good, w.node_id, 'cite', w.kind from swept w where w.kind = 'claim' and w.root_id <> c_good
  union all select p_tenant, w.node_id - w.place + 1, w.node_id, 'cite', w.kind from swept w where w.kind = 'claim'
  union all select p_tenant, w.node_id - w.place + 1 + (w.place - 6) / 2, w.node_id, 'support', w.kind from swept w where w.kind = 'memory_write'
  union all select p_tenant, w.node_id - 1, w.node_id, 'produce', w.kind from swept w where w.kind = 'memory'
  union all select p_tenant, w.node_id - 20 + c, w.node_id, 'support', w.kind from swept w cross join generate_series(2, 7) c where w.kind = 'final_answer';
end $$;
comment on function emend.fill_sweep_store(integer, integer, integer, integer, integer[]) is
  'Sessions of a large store, to measure trace and support on.';

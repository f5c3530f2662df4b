/**
 * record_steps: record inputs, memories and steps in clock order, with every edge that their fields imply.
 *
 * All or nothing. What is cited is resolved and its node rows are locked FOR KEY SHARE in id order before ids are taken from the
 * clock; memory_state and step_state are looked at after that, in a new statement. A repair locks the same rows FOR UPDATE before it
 * withholds them, so no edge to a withdrawn node commits unseen.
 *
 * The columns of the items are held in arrays (i_*: one element an item; r_*: one a reference as written; q_*: one a reference, resolved),
 * and each table gets one INSERT: a row loop takes four times as long. Settings: generic plans and no sequential scans, because a plan
 * that was made over an empty store would be kept.
 *
 * p_items         JSON array of items, see src/record/items.ts
 * p_on_withdrawn  refuse: citing what a repair has withdrawn raises withdrawn_evidence; accept: it is recorded, and withheld too
 * returns         one row an item, in order; is_new is false for ids recorded before, which are left as they are
 * raises          no_tenant, bad_item, too_large, duplicate_id, unknown_id, backwards_edge, not_a_memory, withdrawn_evidence, tombstoned
 */
create or replace function emend.record_steps(p_items jsonb, p_on_withdrawn text default 'refuse')
  returns table (id text, node_id bigint, is_new boolean)
  language plpgsql security definer
  set search_path = pg_catalog, emend, public
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off
as $$
#variable_conflict use_column
declare
  v_tenant integer := emend.need_tenant();
  i_id text[]; i_kind emend.node_kind[]; i_session text[]; i_turn integer[]; i_user text[]; i_call text[]; i_status text[];
  i_node bigint[]; i_new boolean[]; i_session_id bigint[]; i_owner text[]; i_producer bigint[];
  r_item integer[]; r_role text[]; r_id text[]; r_order integer[]; r_label text[];
  k_id text[]; k_node bigint[]; k_kind emend.node_kind[];
  t_id text[]; t_node bigint[]; t_kind emend.node_kind[]; t_session bigint[]; t_turn integer[];
  q_item integer[]; q_role text[]; q_node bigint[]; q_kind emend.node_kind[]; q_order integer[]; q_label text[];
  v_infers integer[];
  v_ids bigint[];
  v_withdrawn bigint[];
  v_is_trusted boolean := emend.caller_is_trusted();
  v_count integer;
begin
  perform emend.check_items(p_items, p_on_withdrawn);

  -- The columns that decide how items hang together.
  select array_agg(x.id), array_agg((case x.kind when 'step' then x.type else x.kind end)::emend.node_kind), array_agg(x.session), array_agg(x.turn),
         array_agg(x."user"), array_agg(x.tool ->> 'call_id'), array_agg(x.status)
    into i_id, i_kind, i_session, i_turn, i_user, i_call, i_status
    from jsonb_to_recordset(p_items) as x(kind text, id text, type text, session text, turn integer, "user" text, tool jsonb, status text);
  select count(distinct a.id) into v_count from unnest(i_id) as a(id);  -- not above: since Postgres 16 a distinct aggregate sorts its neighbours' input
  if i_id is null then
    return;
  elsif v_count < cardinality(i_id) then
    perform emend.refuse('duplicate_id', format('the id %L stands twice in one call', d.id), jsonb_build_object('id', d.id))
       from (select a.id from unnest(i_id) as a(id) group by a.id having count(*) > 1 order by a.id limit 1) d;
  end if;
  select array_agg(k.node_id), array_agg(k.node_id is null) into i_node, i_new
    from unnest(i_id) as a(id)
    left join lateral (select n.node_id from emend.node n where n.tenant_id = v_tenant and n.external_id = a.id offset 0) k on true;
  if false = any (i_new) then
    perform emend.check_recorded_before(v_tenant, p_items, i_node, i_kind);
  end if;
  if not v_is_trusted and exists (select from unnest(i_status) as a(status) where a.status is not null) then
    perform emend.refuse('bad_item', format('only an importer states the status of a memory, here of %L', a.id), jsonb_build_object('id', a.id, 'key', 'status'))
       from (select a.id from unnest(i_id, i_status) as a(id, status) where a.status is not null limit 1) a;
  end if;
  select s.session_ids, s.owners into i_session_id, i_owner
    from emend.open_sessions(v_tenant, i_id, i_kind, i_session, i_user, i_new) s;

  -- References as written. Roles: u used, g generated, c consumed, d derived from, s supersedes, l late, j justification;
  -- implied ones follow: f input of the first step of a turn, i inferred evidence, a action of an observation.
  select array_agg(r.n::integer), array_agg(r.role), array_agg(r.ref #>> '{}'), array_agg(r.o::integer), array_agg(r.label),
         min(r.n) filter (where jsonb_typeof(r.ref) is distinct from 'string')
    into r_item, r_role, r_id, r_order, r_label, v_count
    from rows from (jsonb_array_elements(p_items), unnest(i_new)) with ordinality as e(item, is_new, n)
   cross join lateral (
     select 'u' as role, u.ref, u.o, null::text as label, e.n from jsonb_array_elements(e.item -> 'used_ids') with ordinality as u(ref, o) where e.is_new
     union all
     select 'g', g.ref, g.o, null, e.n from jsonb_array_elements(e.item -> 'generated_memory_ids') with ordinality as g(ref, o) where e.is_new
     union all
     select 'c', c.ref, c.o, null, e.n from jsonb_array_elements(e.item -> 'consumed_memory_ids') with ordinality as c(ref, o) where e.is_new
     union all
     select 'd', d.ref, d.o, null, e.n from jsonb_array_elements(e.item -> 'derived_from') with ordinality as d(ref, o) where e.is_new
     union all
     select 's', s.ref, s.o, null, e.n from jsonb_array_elements(e.item -> 'supersedes') with ordinality as s(ref, o) where e.is_new
     union all
     select 'l', l.edge -> 'from', l.o, l.edge ->> 'label', e.n from jsonb_array_elements(e.item -> 'late') with ordinality as l(edge, o)
     union all
     select 'j', m.ref, j.o, null, e.n from jsonb_array_elements(e.item -> 'justifications') with ordinality as j(list, o)
      cross join lateral jsonb_array_elements(j.list) as m(ref) where e.is_new) r;
  if v_count is not null then
    perform emend.refuse('bad_item', format('items[%s]: an id in a list of %L is not text', v_count - 1, i_id[v_count]),
                         jsonb_build_object('id', i_id[v_count], 'item', v_count - 1));
  end if;

  -- What stood before in the turns of the new steps; the first step of a turn follows from its inputs.
  select array_agg(n.external_id), array_agg(n.node_id), array_agg(n.kind), array_agg(n.session_id), array_agg(n.turn)
    into t_id, t_node, t_kind, t_session, t_turn
    from (select distinct s.session_id, s.turn from unnest(i_session_id, i_turn, i_new, i_kind) as s(session_id, turn, is_new, kind)
           where s.is_new and s.kind not in ('input', 'memory')) s
   cross join lateral (select n.external_id, n.node_id, n.kind, n.session_id, n.turn from emend.node n
                        where n.tenant_id = v_tenant and n.session_id = s.session_id and n.turn = s.turn and n.kind <> 'memory' offset 0) n;
  with turn_node as (
    select a.id, a.kind, a.session_id, a.turn, a.n
      from unnest(i_id, i_kind, i_session_id, i_turn, i_new) with ordinality as a(id, kind, session_id, turn, is_new, n)
     where a.is_new and a.kind <> 'memory'
    union all
    select t.id, t.kind, t.session_id, t.turn, 0 from unnest(t_id, t_kind, t_session, t_turn) as t(id, kind, session_id, turn)
  )
  select r_item || array_agg(f.n::integer), r_role || array_agg('f'::text), r_id || array_agg(i.id), r_order || array_agg(0), r_label || array_agg(null::text)
    into r_item, r_role, r_id, r_order, r_label
    from (select t.session_id, t.turn, min(t.n) as n from turn_node t where t.kind <> 'input' group by t.session_id, t.turn) f
    join turn_node i on i.session_id = f.session_id and i.turn = f.turn and i.kind = 'input' and i.n < f.n;

  select array_agg(a.n) into v_infers
    from unnest(i_kind, i_new) with ordinality as a(kind, is_new, n)
   where a.is_new and a.kind in ('claim', 'plan', 'final_answer', 'memory_write', 'memory_delete', 'memory_update', 'memory_consolidate')
     and not exists (select from unnest(r_item, r_role) as r(item, role) where r.item = a.n and r.role = 'u');
  if v_infers is not null then
    select r_item || array_agg(e.item), r_role || array_agg('i'::text), r_id || array_agg(e.id), r_order || array_agg(0), r_label || array_agg(null::text)
      into r_item, r_role, r_id, r_order, r_label
      from emend.inferred_evidence(v_tenant, v_infers, i_id, i_kind, i_session_id, i_turn, i_new, r_item, r_role, r_id,
                                   t_id, t_node, t_kind, t_session, t_turn) e;
  end if;
  select array_agg(a.n) into v_ids
    from unnest(i_kind, i_call, i_new) with ordinality as a(kind, call_id, is_new, n)
   where a.is_new and a.kind = 'tool_observation' and a.call_id is not null
     and not exists (
       select from unnest(r_item, r_role, r_id) as r(item, role, id) where r.item = a.n and r.role = 'u'
          and (exists (select from unnest(i_id, i_kind) as b(id, kind) where b.id = r.id and b.kind = 'tool_action')
               or exists (select from emend.node n where n.tenant_id = v_tenant and n.external_id = r.id and n.kind = 'tool_action')));
  if v_ids is not null then
    select r_item || array_agg(o.item), r_role || array_agg('a'::text), r_id || array_agg(o.id), r_order || array_agg(0), r_label || array_agg(null::text)
      into r_item, r_role, r_id, r_order, r_label
      from emend.observed_actions(v_tenant, v_ids::integer[], i_id, i_kind, i_session_id, i_call, i_new) o;
  end if;

  -- What is cited of the store: resolve, lock, then look at its state in a statement of its own.
  select array_agg(k.external_id), array_agg(k.node_id), array_agg(k.kind), array_agg(k.node_id) filter (where k.kind <> 'input')
    into k_id, k_node, k_kind, v_ids
    from (select r.id from unnest(r_id) as r(id) except select a.id from unnest(i_id, i_new) as a(id, is_new) where a.is_new) r
   cross join lateral (select n.external_id, n.node_id, n.kind from emend.node n
                        where n.tenant_id = v_tenant and n.external_id = r.id offset 0) k;
  if v_ids is not null then
    perform from emend.node n where n.tenant_id = v_tenant and n.node_id = any (v_ids) order by n.node_id for key share;
    get diagnostics v_count = row_count;
    if v_count < cardinality(v_ids) then
      perform emend.refuse('unknown_id', 'what is cited was erased in this moment', jsonb_build_object('ids', to_jsonb(k_id)));
    end if;
    select array_agg(k.node_id) into v_ids
      from unnest(k_id, k_node) as k(id, node_id)
     where exists (select from unnest(r_id, r_role) as r(id, role) where r.id = k.id and r.role not in ('s', 'f'));
    select array_agg(w.id) into v_withdrawn from (
      select m.memory_id as id from emend.memory_state m
       where m.tenant_id = v_tenant and m.memory_id = any (v_ids) and (m.is_withheld or m.status in ('deleted', 'quarantined'))
      union all
      select s.step_id from emend.step_state s where s.tenant_id = v_tenant and s.step_id = any (v_ids)) w;
    if v_withdrawn is not null and p_on_withdrawn = 'refuse' then
      perform emend.refuse_withdrawn(v_tenant, v_withdrawn, array_agg(i_id[r.item] order by r.item), array_agg(k.node_id order by r.item))
         from unnest(r_item, r_id) as r(item, id) join unnest(k_id, k_node) as k(id, node_id) on k.id = r.id;
    end if;
  end if;

  -- The clock ticks: from here on every id is known.
  select array_agg(coalesce(a.node_id, nextval('emend.node_id_seq'))) into i_node from unnest(i_node) as a(node_id);
  with known as (
    select k.id, k.node_id, k.kind from unnest(k_id, k_node, k_kind) as k(id, node_id, kind)
    union all
    select a.id, a.node_id, a.kind from unnest(i_id, i_node, i_kind, i_new) as a(id, node_id, kind, is_new) where a.is_new
  )
  select array_agg(r.item), array_agg(r.role), array_agg(k.node_id), array_agg(k.kind), array_agg(r.o), array_agg(r.label),
         min(r.item) filter (where k.node_id is null)
    into q_item, q_role, q_node, q_kind, q_order, q_label, v_count
    from unnest(r_item, r_role, r_id, r_order, r_label) as r(item, role, id, o, label)
    left join known k on k.id = r.id;
  if v_count is not null then
    perform emend.refuse('unknown_id', format('%L names %L, which is not recorded in this tenant', i_id[v_count], u.id),
                         jsonb_build_object('id', u.id, 'by', i_id[v_count]))
       from (select r.id from unnest(r_item, r_id, q_node) as r(item, id, node_id) where r.item = v_count and r.node_id is null limit 1) u;
  end if;
  perform emend.check_references(v_tenant, i_id, i_kind, i_node, i_new, q_item, q_role, q_node, q_kind, q_label);
  select array_agg(p.node_id) into i_producer
    from unnest(i_node) with ordinality as a(node_id, n)
    left join (select q.node_id as memory_id, i_node[q.item] as node_id from unnest(q_item, q_role, q_node) as q(item, role, node_id)
                where q.role = 'g') p on p.memory_id = a.node_id;
  if exists (select from emend.tombstone t where t.tenant_id = v_tenant and t.lifted_at is null) then
    perform emend.check_tombstones(v_tenant, p_items, i_node, i_kind, i_new, i_owner, i_producer,
              array_agg(i_node[q.item]), array_agg(q.node_id))
       from unnest(q_item, q_role, q_node) as q(item, role, node_id) where q.role in ('u', 'i');
  end if;

  insert into emend.node (tenant_id, node_id, external_id, kind, session_id, turn, user_id)
  select v_tenant, a.node_id, a.id, a.kind, coalesce(a.session_id, p.session_id), coalesce(a.turn, p.turn), coalesce(a.owner, p.session_user_id)
    from unnest(i_node, i_id, i_kind, i_session_id, i_turn, i_owner, i_new, i_producer) as a(node_id, id, kind, session_id, turn, owner, is_new, producer)
    left join (select b.node_id, b.session_id, b.turn, e.user_id as session_user_id
                 from unnest(i_node, i_session_id, i_turn) as b(node_id, session_id, turn)
                 join emend.session e on e.tenant_id = v_tenant and e.session_id = b.session_id) p on p.node_id = a.producer
   where a.is_new
      on conflict (tenant_id, external_id) do nothing;
  get diagnostics v_count = row_count;
  if v_count < cardinality(array_positions(i_new, true)) then
    raise exception 'another call has recorded one of these ids in this moment' using errcode = '40001', hint = 'Try again: the same call is then a repetition.';
  end if;
  insert into emend.input (tenant_id, input_id, content)
  select v_tenant, x.node_id, x.content
    from rows from (jsonb_to_recordset(p_items) as (content text), unnest(i_node), unnest(i_kind), unnest(i_new)) as x(content, node_id, kind, is_new)
   where x.is_new and x.kind = 'input';
  insert into emend.step (tenant_id, step_id, content, agent_id, used_ids, generated_ids, consumed_ids, used_basis, justifications, facts,
                          tool_name, tool_args, call_id, query_text, query_k, query_scope)
  select v_tenant, x.node_id, x.content, x.agent, coalesce(q.used, '{}'), coalesce(q.generated, '{}'), coalesce(q.consumed, '{}'),
         case when q.is_inferred then 'inferred' else coalesce(x.basis, 'declared') end::emend.edge_basis, j.lists, x.facts,
         x.tool ->> 'name', x.tool -> 'args', x.tool ->> 'call_id', x.query ->> 'text',
         case when x.query is not null then coalesce((x.query ->> 'k')::integer, 5) end, x.query -> 'scope'
    from rows from (jsonb_to_recordset(p_items) as (content text, agent text, basis text, facts jsonb, tool jsonb, query jsonb),
                    unnest(i_node), unnest(i_kind), unnest(i_new)) with ordinality
         as x(content, agent, basis, facts, tool, query, node_id, kind, is_new, n)
    left join (select q.item, array_agg(q.node_id order by q.o, q.node_id) filter (where q.role in ('u', 'i')) as used,
                      array_agg(q.node_id order by q.o) filter (where q.role = 'g') as generated,
                      array_agg(q.node_id order by q.o) filter (where q.role = 'c') as consumed, bool_or(q.role = 'i') as is_inferred
                 from unnest(q_item, q_role, q_node, q_order) as q(item, role, node_id, o)
                group by q.item) q on q.item = x.n
    left join (select l.item, jsonb_agg(l.list order by l.o) as lists
                 from (select q.item, q.o, jsonb_agg(q.node_id) as list from unnest(q_item, q_role, q_node, q_order) as q(item, role, node_id, o)
                        where q.role = 'j' group by q.item, q.o) l group by l.item) j on j.item = x.n
   where x.is_new and x.kind not in ('input', 'memory');
  if 'memory' = any (i_kind) then
    insert into emend.memory (tenant_id, memory_id, content, source, agent_id, trust_score, producing_step_id, derived_from, supersedes, facts)
    select v_tenant, x.node_id, x.content, coalesce(x.source, 'agent_summary')::emend.memory_source, coalesce(x.agent, s.agent_id), x.trust, x.producer,
           coalesce(q.parents, '{}'), coalesce(q.old, '{}'), x.facts
      from rows from (jsonb_to_recordset(p_items) as (content text, agent text, source text, trust real, facts jsonb),
                      unnest(i_node), unnest(i_kind), unnest(i_new), unnest(i_producer)) with ordinality
           as x(content, agent, source, trust, facts, node_id, kind, is_new, producer, n)
      left join emend.step s on s.tenant_id = v_tenant and s.step_id = x.producer
      left join (select q.item, array_agg(q.node_id order by q.o) filter (where q.role = 'd') as parents,
                        array_agg(q.node_id order by q.o) filter (where q.role = 's') as old
                   from unnest(q_item, q_role, q_node, q_order) as q(item, role, node_id, o)
                  where q.role in ('d', 's') group by q.item) q on q.item = x.n
     where x.is_new and x.kind = 'memory';
    insert into emend.memory_state (tenant_id, memory_id, status)
    select v_tenant, a.node_id, coalesce(a.status, 'active')::emend.memory_status
      from unnest(i_node, i_kind, i_new, i_status) as a(node_id, kind, is_new, status) where a.is_new and a.kind = 'memory';
    insert into emend.memory_search (tenant_id, memory_id, user_id, agent_id, segments, is_segmented)
    select v_tenant, x.node_id, n.user_id, m.agent_id, coalesce(x.segments, x.content), x.segments is not null
      from rows from (jsonb_to_recordset(p_items) as (content text, segments text), unnest(i_node), unnest(i_kind), unnest(i_new))
           as x(content, segments, node_id, kind, is_new)
      join emend.node n on n.tenant_id = v_tenant and n.node_id = x.node_id
      join emend.memory m on m.tenant_id = v_tenant and m.memory_id = x.node_id
     where x.is_new and x.kind = 'memory';
  end if;
  insert into emend.edge (tenant_id, source_id, target_id, label, basis, target_kind, is_late)
  select v_tenant, e.source_id, e.target_id, e.label, e.basis, e.target_kind, e.source_id > e.target_id
    from (
      select case when q.role = 'g' then a.node_id else q.node_id end as source_id,
             case when q.role = 'g' then q.node_id else a.node_id end as target_id,
             case when q.role = 'g' then q.kind else a.kind end as target_kind,
             case q.role
               when 'f' then 'initiate' when 'a' then 'produce' when 'g' then 'produce' when 'd' then 'derive' when 's' then 'supersede'
               when 'c' then substr(a.kind::text, 8) when 'l' then q.label
               else case when q.kind in ('memory', 'memory_read') then 'cite'
                         when q.kind = 'plan' and a.kind = 'tool_action' then 'initiate'
                         when q.kind = 'tool_action' and a.kind = 'tool_observation' then 'produce' else 'support' end
             end::emend.edge_label as label,
             case q.role when 'i' then 'inferred' when 'a' then 'observed' when 'u' then a.basis else 'declared' end::emend.edge_basis as basis
        from unnest(q_item, q_role, q_node, q_kind, q_label) as q(item, role, node_id, kind, label)
        join (select b.n, b.node_id, b.kind, coalesce(b.basis, 'declared') as basis
                from rows from (unnest(i_node), unnest(i_kind), jsonb_to_recordset(p_items) as (basis text)) with ordinality
                     as b(node_id, kind, basis, n)) a on a.n = q.item
       where q.role <> 'j') e
      on conflict do nothing;

  -- What the new steps and memories retire, save where an importer has stated the status.
  if 'c' = any (q_role) or 's' = any (q_role) then
    perform emend.retire_memories(v_tenant, array_agg(o.node_id order by o.node_id), array_agg(o.is_deleted order by o.node_id), array_agg(o.by order by o.node_id))
       from (select q.node_id, bool_or(a.kind = 'memory_delete' and q.role = 'c') as is_deleted, (array_agg(a.id order by a.n desc))[1] as by
               from unnest(q_item, q_role, q_node) as q(item, role, node_id)
               join unnest(i_id, i_kind) with ordinality as a(id, kind, n) on a.n = q.item
              where q.role in ('c', 's')
                and not exists (select from unnest(i_node, i_status, i_new) as b(node_id, status, is_new)
                                 where b.node_id = q.node_id and b.status is not null and b.is_new)
              group by q.node_id) o;
  end if;
  if v_withdrawn is not null then
    perform emend.withhold_late(v_tenant, v_withdrawn, array_agg(case when q.role = 'g' then i_node[q.item] else q.node_id end),
                                array_agg(case when q.role = 'g' then q.node_id else i_node[q.item] end))
       from unnest(q_item, q_role, q_node) as q(item, role, node_id) where q.role not in ('f', 's');
  end if;
  return query select a.id, a.node_id, a.is_new from unnest(i_id, i_node, i_new) as a(id, node_id, is_new);
end $$;
comment on function emend.record_steps(jsonb, text) is 'Record inputs, memories and steps in clock order, with every edge that their fields imply.';

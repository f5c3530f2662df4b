/**
 * record_steps: record inputs, memories and steps in clock order, with every edge that their fields imply.
 *
 * All or nothing. What is cited is resolved and its node rows are locked FOR KEY SHARE in id order before ids are taken from the
 * clock; memory_state and step_state are looked at after that, in a new statement. A repair locks the same rows FOR UPDATE before it
 * withholds them, so no edge to a withdrawn node commits unseen.
 *
 * The items are held in columns (i_*: one element an item; r_*: one a reference as written; q_*: one a reference, resolved; k_*: what is
 * cited of the store; t_*: what stands in the same turns), and each table gets one INSERT: a row loop takes four times as long. Checks that
 * pass are one aggregate beside the work; only a call that fails one looks for the item to name. Settings: generic plans and no sequential
 * scans, because a plan that was made over an empty store would be kept; lookups are lateral with offset 0, so that none becomes a hash join
 * over the whole store.
 *
 * p_items         JSON array of items, see src/record/items.ts
 * p_on_withdrawn  refuse: citing what a repair has withdrawn raises withdrawn_evidence; accept: it is recorded, and withheld too
 * returns         one row an item, in order; is_new is false for ids recorded before, which are left as they are
 * raises          no_tenant, bad_item, too_large, duplicate_id, unknown_id, backwards_edge, not_a_memory, withdrawn_evidence, tombstoned, erased
 */
create or replace function emend.record_steps(p_items jsonb, p_on_withdrawn text default 'refuse')
  returns table (id text, node_id bigint, is_new boolean)
  language plpgsql security definer
  set search_path = pg_catalog, emend, public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off
as $$
#variable_conflict use_column
declare
  v_tenant integer := emend.need_tenant();
  i_id text[]; i_kind emend.node_kind[]; i_session text[]; i_turn integer[]; i_user text[]; i_agent text[]; i_content text[]; i_basis text[];
  i_used jsonb[]; i_generated jsonb[]; i_consumed jsonb[]; i_derived jsonb[]; i_supersedes jsonb[]; i_late jsonb[]; i_justified jsonb[];
  i_facts jsonb[]; i_tool jsonb[]; i_query jsonb[]; i_call text[]; i_status text[]; i_source text[]; i_trust real[]; i_segments text[];
  i_node bigint[]; i_new boolean[]; i_session_id bigint[]; i_session_user text[]; i_maker integer[];
  r_item integer[]; r_role text[]; r_id text[]; r_order integer[]; r_label text[];
  k_id text[]; k_node bigint[]; k_kind emend.node_kind[];
  t_id text[]; t_node bigint[]; t_kind emend.node_kind[]; t_session bigint[]; t_turn integer[];
  q_item integer[]; q_role text[]; q_node bigint[]; q_kind emend.node_kind[];
  v_infers integer[];
  v_observations integer[];
  v_locked bigint[];
  v_cited bigint[];
  v_withdrawn bigint[];
  v_count integer;
  v_is_sound boolean;
  v_has_more boolean;
  v_has_steps boolean;
  v_erased text;
  v_first_session text;
  v_last_session text;
  v_session emend.session;
begin
  -- The items in columns. What does not even fit its type goes the way of what is not sound: check_items names the place.
  begin
    select array_agg(x.id), array_agg((case x.kind when 'step' then x.type else x.kind end)::emend.node_kind), array_agg(x.session), array_agg(x.turn),
           array_agg(x."user"), array_agg(x.agent), array_agg(x.content), array_agg(x.basis),
           array_agg(x.used_ids), array_agg(x.generated_memory_ids), array_agg(x.consumed_memory_ids), array_agg(x.derived_from),
           array_agg(x.supersedes), array_agg(x.late), array_agg(x.justifications), array_agg(x.facts), array_agg(x.tool), array_agg(x.query),
           array_agg(x.tool ->> 'call_id'), array_agg(x.status), array_agg(x.source), array_agg(x.trust), array_agg(x.segments),
           bool_and(emend.columns_are_sound(
             x.item, x.kind, x.id, x.type, x.session, x.turn, x."user", x.agent, x.content, x.basis, x.used_ids, x.generated_memory_ids,
             x.consumed_memory_ids, x.derived_from, x.supersedes, x.late, x.facts, x.justifications, x.tool, x.query, x.status, x.source, x.trust, x.segments)),
           bool_or(x.late is not null or x.justifications is not null), bool_or(x.kind = 'step'), min(x.session), max(x.session)
      into i_id, i_kind, i_session, i_turn, i_user, i_agent, i_content, i_basis, i_used, i_generated, i_consumed, i_derived, i_supersedes, i_late, i_justified,
           i_facts, i_tool, i_query, i_call, i_status, i_source, i_trust, i_segments, v_is_sound, v_has_more, v_has_steps, v_first_session, v_last_session
      from rows from (
             jsonb_to_recordset(p_items) as (
               kind text, id text, type text, session text, turn integer, "user" text, agent text, content text, basis text, used_ids jsonb,
               generated_memory_ids jsonb, consumed_memory_ids jsonb, derived_from jsonb, supersedes jsonb, late jsonb, justifications jsonb,
               facts jsonb, tool jsonb, query jsonb, status text, source text, trust real, segments text),
             jsonb_array_elements(p_items))
           as x(kind, id, type, session, turn, "user", agent, content, basis, used_ids, generated_memory_ids, consumed_memory_ids, derived_from,
                supersedes, late, justifications, facts, tool, query, status, source, trust, segments, item);
    -- Apart from the others: since Postgres 16 a distinct aggregate sorts the input of its neighbours, and the order of items is lost.
    select count(distinct a.id) into v_count from unnest(i_id) as a(id);
  exception when data_exception then
    v_is_sound := false;
  end;
  if v_is_sound is not true or cardinality(i_id) > 10000 or p_on_withdrawn is null or p_on_withdrawn not in ('refuse', 'accept') then
    perform emend.check_items(p_items, p_on_withdrawn);
    if v_is_sound is null then
      return;
    end if;
    perform emend.refuse('bad_item', 'an item is not as agreed');
  elsif v_count < cardinality(i_id) then
    perform emend.refuse('duplicate_id', format('the id %L stands twice in one call', d.id), jsonb_build_object('id', d.id))
       from (select a.id from unnest(i_id) as a(id) group by a.id having count(*) > 1 order by a.id limit 1) d;
  end if;
  if array_remove(i_status, null) <> '{}' and not emend.caller_is_trusted() then
    perform emend.refuse('bad_item', format('only an importer states the status of a memory, here of %L', a.id), jsonb_build_object('id', a.id, 'key', 'status'))
       from (select a.id from unnest(i_id, i_status) as a(id, status) where a.status is not null limit 1) a;
  end if;

  -- What of it was recorded before, and its sessions; most calls have one that is open.
  if v_first_session = v_last_session then
    select e.* into v_session from emend.session e where e.tenant_id = v_tenant and e.external_id = v_first_session;
  end if;
  select array_agg(k.node_id), array_agg(k.node_id is null), array_agg(case when a.session is not null then v_session.session_id end),
         array_agg(case when a.session is not null then v_session.user_id end),
         bool_or(a.session is not null and (v_session.user_id is null and a.user_id is not null or a.kind = 'input' and a.user_id <> v_session.user_id))
    into i_node, i_new, i_session_id, i_session_user, v_is_sound
    from unnest(i_id, i_session, i_user, i_kind) as a(id, session, user_id, kind)
    left join lateral (select n.node_id from emend.node n where n.tenant_id = v_tenant and n.external_id = a.id offset 0) k on true;
  if false = any (i_new) then
    perform emend.check_recorded_before(v_tenant, p_items, i_node, i_kind);
  end if;
  if v_first_session is not null and (v_session.session_id is null or v_is_sound) then
    select s.session_ids, s.session_users into i_session_id, i_session_user
      from emend.open_sessions(v_tenant, i_id, i_kind, i_session, i_user, i_new) s;
  end if;

  -- References as written. Roles: u used, g generated, c consumed, d derived from, s supersedes, l late, j justification;
  -- implied ones follow: f input of the first step of a turn, i inferred evidence, a action of an observation.
  select array_agg(r.n), array_agg(r.role), array_agg(r.ref #>> '{}'), array_agg(r.o), array_agg(null::text),
         min(r.n) filter (where jsonb_typeof(r.ref) <> 'string')
    into r_item, r_role, r_id, r_order, r_label, v_count
    from (select a.n::integer, 'u' as role, l.ref, l.o::integer from unnest(i_used, i_new) with ordinality as a(list, is_new, n)
           cross join lateral jsonb_array_elements(a.list) with ordinality as l(ref, o) where a.is_new and a.list is not null
          union all
          select a.n::integer, 'g', l.ref, l.o::integer from unnest(i_generated, i_new) with ordinality as a(list, is_new, n)
           cross join lateral jsonb_array_elements(a.list) with ordinality as l(ref, o) where a.is_new and a.list is not null
          union all
          select a.n::integer, 'c', l.ref, l.o::integer from unnest(i_consumed, i_new) with ordinality as a(list, is_new, n)
           cross join lateral jsonb_array_elements(a.list) with ordinality as l(ref, o) where a.is_new and a.list is not null
          union all
          select a.n::integer, 'd', l.ref, l.o::integer from unnest(i_derived, i_new) with ordinality as a(list, is_new, n)
           cross join lateral jsonb_array_elements(a.list) with ordinality as l(ref, o) where a.is_new and a.list is not null
          union all
          select a.n::integer, 's', l.ref, l.o::integer from unnest(i_supersedes, i_new) with ordinality as a(list, is_new, n)
           cross join lateral jsonb_array_elements(a.list) with ordinality as l(ref, o) where a.is_new and a.list is not null) r;
  if v_has_more and v_count is null then
    select r_item || array_agg(r.n), r_role || array_agg(r.role), r_id || array_agg(r.ref #>> '{}'), r_order || array_agg(r.o), r_label || array_agg(r.label),
           min(r.n) filter (where jsonb_typeof(r.ref) is distinct from 'string')
      into r_item, r_role, r_id, r_order, r_label, v_count
      from (select a.n::integer, 'l' as role, l.edge -> 'from' as ref, l.o::integer, l.edge ->> 'label' as label
              from unnest(i_late) with ordinality as a(list, n) cross join lateral jsonb_array_elements(a.list) with ordinality as l(edge, o)
             where a.list is not null
            union all
            select a.n::integer, 'j', m.ref, l.o::integer, null
              from unnest(i_justified, i_new) with ordinality as a(list, is_new, n)
             cross join lateral jsonb_array_elements(a.list) with ordinality as l(set, o)
             cross join lateral jsonb_array_elements(l.set) as m(ref)
             where a.is_new and a.list is not null) r;
  end if;
  if v_count is not null then
    perform emend.refuse('bad_item', format('items[%s]: an id in a list of %L is not text', v_count - 1, i_id[v_count]),
                         jsonb_build_object('id', i_id[v_count], 'item', v_count - 1));
  end if;

  -- What the turns of new steps add: the first step follows from the inputs, and who names no evidence stands on all of the turn.
  if v_has_steps then
    select array_agg(n.external_id), array_agg(n.node_id), array_agg(n.kind), array_agg(n.session_id), array_agg(n.turn)
      into t_id, t_node, t_kind, t_session, t_turn
      from (select distinct s.session_id, s.turn from unnest(i_session_id, i_turn, i_new, i_kind) as s(session_id, turn, is_new, kind)
             where s.is_new and s.kind not in ('input', 'memory')) s
     cross join lateral (select n.external_id, n.node_id, n.kind, n.session_id, n.turn from emend.node n
                          where n.tenant_id = v_tenant and n.session_id = s.session_id and n.turn = s.turn and n.kind <> 'memory' offset 0) n;
    if 'input' = any (i_kind) or 'input' = any (t_kind) then
      with turn_node as (
        select a.id, a.kind, a.session_id, a.turn, a.n::integer
          from unnest(i_id, i_kind, i_session_id, i_turn, i_new) with ordinality as a(id, kind, session_id, turn, is_new, n)
         where a.is_new and a.kind <> 'memory'
        union all
        select t.id, t.kind, t.session_id, t.turn, 0 from unnest(t_id, t_kind, t_session, t_turn) as t(id, kind, session_id, turn)
      )
      select r_item || array_agg(f.n), r_role || array_agg('f'::text), r_id || array_agg(i.id), r_order || array_agg(0), r_label || array_agg(null::text)
        into r_item, r_role, r_id, r_order, r_label
        from (select t.session_id, t.turn, min(t.n) as n from turn_node t where t.kind <> 'input' group by t.session_id, t.turn) f
        join turn_node i on i.session_id = f.session_id and i.turn = f.turn and i.kind = 'input' and i.n < f.n;
    end if;
    select array_agg(a.n) filter (where coalesce(a.list, '[]') = '[]'
             and a.kind in ('claim', 'plan', 'final_answer', 'memory_write', 'memory_delete', 'memory_update', 'memory_consolidate')),
           array_agg(a.n) filter (where a.kind = 'tool_observation' and a.call_id is not null and not exists (
             select from jsonb_array_elements_text(a.list) u join unnest(i_id, i_kind) as b(id, kind) on b.id = u where b.kind = 'tool_action'))
      into v_infers, v_observations
      from unnest(i_used, i_kind, i_new, i_call) with ordinality as a(list, kind, is_new, call_id, n) where a.is_new;
    if v_infers is not null then
      select r_item || array_agg(e.item), r_role || array_agg('i'::text), r_id || array_agg(e.id), r_order || array_agg(0), r_label || array_agg(null::text)
        into r_item, r_role, r_id, r_order, r_label
        from emend.inferred_evidence(v_tenant, v_infers, i_id, i_kind, i_session_id, i_turn, i_new, r_item, r_role, r_id,
                                     t_id, t_node, t_kind, t_session, t_turn) e;
    end if;
    if v_observations is not null then
      select r_item || array_agg(o.item), r_role || array_agg('a'::text), r_id || array_agg(o.id), r_order || array_agg(0), r_label || array_agg(null::text)
        into r_item, r_role, r_id, r_order, r_label
        from emend.observed_actions(v_tenant, v_observations, i_id, i_kind, i_session_id, i_call, i_new, i_used) o;
    end if;
  end if;

  -- What is cited of the store: resolve, lock, then look at its state in a statement of its own.
  select array_agg(k.external_id), array_agg(k.node_id), array_agg(k.kind), array_agg(k.node_id) filter (where k.kind <> 'input'),
         array_agg(k.node_id) filter (where k.kind <> 'input' and r.is_cited)
    into k_id, k_node, k_kind, v_locked, v_cited
    from (select r.id, bool_or(r.role not in ('s', 'f')) as is_cited from unnest(r_id, r_role) as r(id, role)
           where r.id not in (select a.id from unnest(i_id, i_new) as a(id, is_new) where a.is_new) group by r.id) r
   cross join lateral (select n.external_id, n.node_id, n.kind from emend.node n
                        where n.tenant_id = v_tenant and n.external_id = r.id offset 0) k;
  if k_node is not null then
    select k.id into v_erased from emend.erased_node e join unnest(k_id, k_node, k_kind) as k(id, node_id, kind) on k.node_id = e.node_id
     where e.tenant_id = v_tenant and e.node_id = any (k_node) and not e.is_derived and (k.kind = 'input' or p_on_withdrawn = 'accept') limit 1;
    if v_erased is not null then
      perform emend.refuse('erased', format('%L is cited, which was erased with its user', v_erased), jsonb_build_object('id', v_erased));
    end if;
  end if;
  if v_locked is not null then
    perform from emend.node n where n.tenant_id = v_tenant and n.node_id = any (v_locked) order by n.node_id for key share;
    get diagnostics v_count = row_count;
    if v_count < cardinality(v_locked) then
      perform emend.refuse('unknown_id', 'what is cited was erased in this moment', jsonb_build_object('ids', to_jsonb(k_id)));
    end if;
    select array_agg(c.id) into v_withdrawn
      from unnest(v_cited) as c(id)
      left join lateral (select m.is_withheld or m.status in ('deleted', 'quarantined') as is_out from emend.memory_state m
                          where m.tenant_id = v_tenant and m.memory_id = c.id offset 0) m on true
      left join lateral (select true as is_out from emend.step_state s where s.tenant_id = v_tenant and s.step_id = c.id offset 0) s on true
     where m.is_out or s.is_out;
    if v_withdrawn is not null and p_on_withdrawn = 'refuse' then
      perform emend.refuse_withdrawn(v_tenant, v_withdrawn, array_agg(i_id[r.item] order by r.item), array_agg(k.node_id order by r.item))
         from unnest(r_item, r_id) as r(item, id) join unnest(k_id, k_node) as k(id, node_id) on k.id = r.id;
    end if;
  end if;

  -- The clock ticks: from here on every id is known.
  select array_agg(coalesce(a.node_id, nextval('emend.node_id_seq'))) into i_node from unnest(i_node) as a(node_id);
  with known as (
    select k.id, k.node_id, k.kind, false as is_new from unnest(k_id, k_node, k_kind) as k(id, node_id, kind)
    union all
    select a.id, a.node_id, a.kind, true from unnest(i_id, i_node, i_kind, i_new) as a(id, node_id, kind, is_new) where a.is_new
  )
  select array_agg(k.node_id), array_agg(k.kind), min(r.item) filter (where k.node_id is null),
         bool_and(case r.role
           when 'u' then k.node_id < i_node[r.item]
           when 'g' then k.is_new and k.kind = 'memory' and k.node_id > i_node[r.item]
           when 'c' then k.kind = 'memory' and k.node_id < i_node[r.item] and i_kind[r.item] in ('memory_delete', 'memory_update', 'memory_consolidate')
           when 'd' then k.kind = 'memory' and k.node_id < i_node[r.item]
           when 's' then k.kind = 'memory' and k.node_id < i_node[r.item]
           else r.role in ('f', 'i', 'a') end),
         array_agg(r.item), array_agg(r.role), array_agg(r.o), array_agg(r.label)
    into q_node, q_kind, v_count, v_is_sound, q_item, q_role, r_order, r_label
    from unnest(r_item, r_role, r_id, r_order, r_label) as r(item, role, id, o, label)
    left join known k on k.id = r.id;
  if v_count is not null then
    perform emend.refuse('unknown_id', format('%L names %L, which is not recorded in this tenant', i_id[v_count], u.id),
                         jsonb_build_object('id', u.id, 'by', i_id[v_count]))
       from (select r.id from unnest(r_item, r_id) as r(item, id)
              where r.item = v_count and r.id <> all (coalesce(k_id, '{}')) and r.id <> all (i_id) limit 1) u;
  end if;
  if 'g' = any (q_role) then
    select array_agg(g.item order by a.n) into i_maker
      from unnest(i_node) with ordinality as a(node_id, n)
      left join unnest(q_item, q_role, q_node) as g(item, role, node_id) on g.node_id = a.node_id and g.role = 'g';
  end if;
  if not v_is_sound or cardinality(i_maker) > cardinality(i_node) then
    perform emend.check_references(v_tenant, i_id, i_kind, i_node, i_new, q_item, q_role, q_node, q_kind, r_label);
  end if;
  if exists (select from emend.tombstone t where t.tenant_id = v_tenant and t.lifted_at is null) then
    perform emend.check_tombstones(v_tenant, p_items, i_node, i_kind, i_new, array_agg(coalesce(a.user_id, a.session_user_id, i_session_user[a.maker])), i_maker, q_item, q_role, q_node)
       from unnest(i_user, i_session_user, i_maker) as a(user_id, session_user_id, maker);
  end if;

  insert into emend.node (tenant_id, node_id, external_id, kind, session_id, turn, user_id)
  select v_tenant, a.node_id, a.id, a.kind, coalesce(a.session_id, i_session_id[a.maker]), coalesce(a.turn, i_turn[a.maker]),
         coalesce(a.user_id, a.session_user_id, i_session_user[a.maker])
    from unnest(i_node, i_id, i_kind, i_session_id, i_turn, i_user, i_session_user, i_new, i_maker)
         as a(node_id, id, kind, session_id, turn, user_id, session_user_id, is_new, maker)
   where a.is_new
      on conflict (tenant_id, external_id) do nothing;
  get diagnostics v_count = row_count;
  if v_count < cardinality(array_positions(i_new, true)) then
    raise exception 'another call has recorded one of these ids in this moment' using errcode = '40001', hint = 'Try again: the same call is then a repetition.';
  end if;
  if 'input' = any (i_kind) then
    insert into emend.input (tenant_id, input_id, content)
    select v_tenant, a.node_id, a.content from unnest(i_node, i_kind, i_new, i_content) as a(node_id, kind, is_new, content) where a.is_new and a.kind = 'input';
  end if;
  if v_has_steps then
    insert into emend.step (tenant_id, step_id, content, agent_id, used_ids, generated_ids, consumed_ids, used_basis, justifications, facts,
                            tool_name, tool_args, call_id, query_text, query_k, query_scope, query_mode, query_scores, query_model, query_embedding, query_considered)
    select v_tenant, a.node_id, a.content, a.agent, coalesce(q.used, '{}'), coalesce(q.generated, '{}'), coalesce(q.consumed, '{}'),
           case when q.is_inferred then 'inferred' else coalesce(a.basis, 'declared') end::emend.edge_basis,
           case when a.justified is not null then emend.justifications_by_node(a.n::integer, q_item, q_role, q_node, r_order) end, a.facts,
           a.tool ->> 'name', a.tool -> 'args', a.call_id, a.query ->> 'text',
           case when a.query is not null then coalesce((a.query ->> 'k')::integer, 5) end, a.query -> 'scope',
           case when a.query is not null then coalesce(a.query ->> 'mode', 'text')::emend.search_mode end,
           case when a.query ? 'scores' then array(select n.x::double precision from jsonb_array_elements_text(a.query -> 'scores') with ordinality as n(x, place) order by n.place) end,
           a.query ->> 'model',
           case when a.query ? 'embedding' then array(select n.x::real from jsonb_array_elements_text(a.query -> 'embedding') with ordinality as n(x, place) order by n.place) end,
           case when a.query ? 'considered' then array(select n.x::bigint from jsonb_array_elements_text(a.query -> 'considered') as n(x)) end
      from unnest(i_node, i_kind, i_new, i_content, i_agent, i_basis, i_justified, i_facts, i_tool, i_call, i_query) with ordinality
           as a(node_id, kind, is_new, content, agent, basis, justified, facts, tool, call_id, query, n)
      left join (select q.item, array_agg(q.node_id) filter (where q.role in ('u', 'i')) as used, array_agg(q.node_id) filter (where q.role = 'g') as generated,
                        array_agg(q.node_id) filter (where q.role = 'c') as consumed, bool_or(q.role = 'i') as is_inferred
                   from (select * from unnest(q_item, q_role, q_node, r_order) as q(item, role, node_id, o) order by q.item, q.o, q.node_id) q
                  group by q.item) q on q.item = a.n
     where a.is_new and a.kind not in ('input', 'memory');
  end if;
  if 'memory' = any (i_kind) then
    insert into emend.memory (tenant_id, memory_id, content, source, agent_id, trust_score, producing_step_id, derived_from, supersedes, facts)
    select v_tenant, a.node_id, a.content, coalesce(a.source, 'agent_summary')::emend.memory_source, coalesce(a.agent, i_agent[a.maker]), a.trust, i_node[a.maker],
           coalesce(q.parents, '{}'), coalesce(q.old, '{}'), a.facts
      from unnest(i_node, i_kind, i_new, i_content, i_source, i_agent, i_trust, i_facts, i_maker) with ordinality
           as a(node_id, kind, is_new, content, source, agent, trust, facts, maker, n)
      left join (select q.item, array_agg(q.node_id) filter (where q.role = 'd') as parents, array_agg(q.node_id) filter (where q.role = 's') as old
                   from (select * from unnest(q_item, q_role, q_node, r_order) as q(item, role, node_id, o) order by q.item, q.o) q
                  where q.role in ('d', 's') group by q.item) q on q.item = a.n
     where a.is_new and a.kind = 'memory';
    insert into emend.memory_state (tenant_id, memory_id, status)
    select v_tenant, a.node_id, coalesce(a.status, 'active')::emend.memory_status
      from unnest(i_node, i_kind, i_new, i_status) as a(node_id, kind, is_new, status) where a.is_new and a.kind = 'memory';
    insert into emend.memory_search (tenant_id, memory_id, user_id, agent_id, segments, is_segmented)
    select v_tenant, a.node_id, coalesce(a.user_id, i_session_user[a.maker]), coalesce(a.agent, i_agent[a.maker]), coalesce(a.segments, a.content), a.segments is not null
      from unnest(i_node, i_kind, i_new, i_user, i_agent, i_content, i_segments, i_maker) as a(node_id, kind, is_new, user_id, agent, content, segments, maker)
     where a.is_new and a.kind = 'memory';
  end if;
  insert into emend.edge (tenant_id, source_id, target_id, label, basis, target_kind, is_late)
  select v_tenant, e.source_id, e.target_id, e.label, e.basis, e.target_kind, e.source_id > e.target_id
    from (
      select case when q.role = 'g' then i_node[q.item] else q.node_id end as source_id,
             case when q.role = 'g' then q.node_id else i_node[q.item] end as target_id,
             case when q.role = 'g' then q.kind else i_kind[q.item] end as target_kind,
             case q.role
               when 'f' then 'initiate' when 'a' then 'produce' when 'g' then 'produce' when 'd' then 'derive' when 's' then 'supersede'
               when 'c' then substr(i_kind[q.item]::text, 8) when 'l' then q.label
               else case when q.kind in ('memory', 'memory_read') then 'cite'
                         when q.kind = 'plan' and i_kind[q.item] = 'tool_action' then 'initiate'
                         when q.kind = 'tool_action' and i_kind[q.item] = 'tool_observation' then 'produce' else 'support' end
             end::emend.edge_label as label,
             case q.role when 'i' then 'inferred' when 'a' then 'observed' when 'u' then coalesce(i_basis[q.item], 'declared') else 'declared' end::emend.edge_basis as basis
        from unnest(q_item, q_role, q_node, q_kind, r_label) as q(item, role, node_id, kind, label)
       where q.role <> 'j') e
      on conflict do nothing;

  -- What the new steps and memories retire, save where an importer has stated the status.
  if 'c' = any (q_role) or 's' = any (q_role) then
    perform emend.retire_memories(v_tenant, array_agg(o.node_id order by o.node_id), array_agg(o.is_deleted order by o.node_id), array_agg(o.by order by o.node_id))
       from (select q.node_id, bool_or(i_kind[q.item] = 'memory_delete' and q.role = 'c') as is_deleted, i_id[max(q.item)] as by
               from unnest(q_item, q_role, q_node) as q(item, role, node_id)
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

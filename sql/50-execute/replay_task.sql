/**
 * replay_task: the next step to replay, with everything around it that its context is built from, in one round trip.
 *
 * The cost follows the turn of the step and not the repair: of the other replayed steps those are read that it may look at.
 *
 * returns  null when every step has its result, or the next one waits for a person; else an object with
 *            row        the step, as it stands in replay_step; rows: the other replayed steps around it
 *            repair     {policy, options, plan_hash, failed_answer_id}; rule: why the step is replayed
 *            place      {session_id, session, turn, user_id}; steps: all of the turn, but what undone repairs wrote; inputs: of the session up to the turn
 *            made       what it generated, {source, supersedes, user_id}; unrecorded: what its proof says it used and did not name
 *            current    pairs [old, new]: what stands for each node around it; known: the nodes that were asked for
 *            nodes      texts of all of these
 *            deleted    memories that the repair deletes; removed: those around the step that it deletes or quarantines
 *            places     of the steps that repairs made or settled (step_places); is_left: an earlier repair made the step invalid;
 *                       is_erased: it was a step of a user who was erased
 *            names      names_in_use of the step; younger: what a read may see although it is younger (replacements_before)
 *            has_merged whether the repair has taken others over
 * raises   lost_lease; not_found
 */
create or replace function emend.replay_task(p_tenant integer, p_repair bigint, p_epoch integer) returns jsonb
  language plpgsql set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_row emend.replay_step;
  v_place record;
  v_steps jsonb;
  v_turn_ids bigint[];
  v_places jsonb;
  v_first bigint;      -- the step in whose place it is: itself, where no repair made it
  v_made jsonb;
  v_unrecorded bigint[] := '{}';
  v_around bigint[];   -- what is asked for in this round
  v_known bigint[] := '{}';
  v_named bigint[] := '{}';
  v_pairs jsonb := '[]';
  v_now bigint[];
begin
  perform emend.assert_lease(p_tenant, p_repair, p_epoch);
  v_row := emend.next_replay(p_tenant, p_repair);
  if v_row.step_id is null or v_row.state = 'waiting' then
    return null;
  end if;
  select n.session_id, n.turn, n.user_id, s.external_id as session into v_place
    from emend.node n
    join emend.session s on s.tenant_id = p_tenant and s.session_id = n.session_id
   where n.tenant_id = p_tenant and n.node_id = v_row.step_id;
  if v_place.session_id is null then
    raise exception 'there is no step %', v_row.step_id using errcode = 'P0001', detail = format('emend:not_found {"step": %s}', v_row.step_id);
  end if;

  select jsonb_agg(to_jsonb(s) || jsonb_build_object('external_id', n.external_id, 'kind', n.kind) order by n.node_id), array_agg(n.node_id)
    into v_steps, v_turn_ids
    from emend.node n
   cross join lateral (select x.* from emend.step x where x.tenant_id = p_tenant and x.step_id = n.node_id offset 0) s
   where n.tenant_id = p_tenant and n.session_id = v_place.session_id and n.turn = v_place.turn
     and not exists (select from emend.step_state v join emend.repair r on r.tenant_id = p_tenant and r.repair_id = v.repair_id and r.state = 'undone'
                      where v.tenant_id = p_tenant and v.step_id = n.node_id offset 0);
  select coalesce(jsonb_agg(to_jsonb(p)), '[]'), coalesce(min(p.place) filter (where p.node_id = v_row.step_id and p.place = any (v_turn_ids)), v_row.step_id)
    into v_places, v_first from emend.step_places(p_tenant, v_turn_ids) p;
  select jsonb_agg(jsonb_build_object('source', m.source, 'supersedes', m.supersedes, 'user_id', n.user_id) order by m.memory_id) into v_made
    from emend.step s
   cross join lateral (select x.* from emend.memory x where x.tenant_id = p_tenant and x.memory_id = any (s.generated_ids) offset 0) m
    join emend.node n on n.tenant_id = p_tenant and n.node_id = m.memory_id
   where s.tenant_id = p_tenant and s.step_id in (v_row.step_id, v_first) and m.producing_step_id = s.step_id;

  select array(select x.id::bigint from jsonb_array_elements_text(p.proof -> 'unrecorded') as x(id)) into v_unrecorded
    from emend.plan_row p where p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_id = v_row.step_id and p.proof ? 'unrecorded';
  v_unrecorded := coalesce(v_unrecorded, '{}');

  -- The steps of its turn and what they list, what the step used and did not name, what it generated and that superseded, and what the repair has made in the turn.
  select array_agg(distinct a.id) into v_around
    from (select unnest(v_turn_ids || v_unrecorded) as id
          union all
          select unnest(x.used_ids || x.consumed_ids || case when x.step_id = v_row.step_id then x.generated_ids end)
            from emend.step x where x.tenant_id = p_tenant and x.step_id = any (v_turn_ids)
          union all
          select old.id::bigint from jsonb_array_elements(v_made) m(memory), jsonb_array_elements_text(m.memory -> 'supersedes') old(id)
          union all
          select made.id::bigint from emend.replay_step r, jsonb_array_elements_text(r.detail -> 'made') made(id)
           where r.tenant_id = p_tenant and r.repair_id = p_repair and r.step_id = any (v_turn_ids)) a;
  -- What stands for each; of a read that stands, what it returned; and of that again what stands for it.
  while cardinality(v_around) > 0 loop
    select v_pairs || coalesce(jsonb_agg(jsonb_build_array(c.old_id, c.node_id) order by c.old_id, c.node_id), '[]'), coalesce(array_agg(distinct c.node_id), '{}')
      into v_pairs, v_now from emend.current_nodes(p_tenant, v_around) c;
    v_known := v_known || v_around;
    v_named := v_named || v_around || v_now;
    select array_agg(distinct a.id) into v_around
      from (select unnest(v_now) as id
            union all
            select unnest(s.used_ids) from unnest(v_now) as x(id)
             cross join lateral (select n.kind from emend.node n where n.tenant_id = p_tenant and n.node_id = x.id offset 0) n
             cross join lateral (select y.used_ids from emend.step y where y.tenant_id = p_tenant and y.step_id = x.id offset 0) s
             where n.kind = 'memory_read') a
     where a.id <> all (v_known);
  end loop;

  return jsonb_build_object(
    'row', to_jsonb(v_row), 'place', to_jsonb(v_place), 'steps', v_steps,
    'places', v_places, 'made', coalesce(v_made, '[]'), 'known', to_jsonb(v_known), 'current', v_pairs, 'unrecorded', to_jsonb(v_unrecorded),
    'repair', (select jsonb_build_object('policy', r.policy, 'options', r.options, 'plan_hash', r.plan_hash, 'failed_answer_id', r.failed_answer_id)
                 from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair),
    'rule', (select p.rule from emend.plan_row p where p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_id = v_row.step_id),
    'nodes', (select coalesce(jsonb_agg(to_jsonb(t)), '[]') from emend.node_texts(p_tenant, array(select distinct unnest(v_named))) t),
    'rows', (select jsonb_agg(to_jsonb(r) order by r.position) from emend.replay_step r
              where r.tenant_id = p_tenant and r.repair_id = p_repair
                and r.step_id = any (v_turn_ids || v_named || array(select unnest(s.used_ids) from emend.step s where s.tenant_id = p_tenant and s.step_id = any (v_named)))),
    'inputs', (select coalesce(jsonb_agg(jsonb_build_object('id', n.node_id, 'externalId', n.external_id, 'turn', n.turn, 'content', i.content) order by n.node_id), '[]')
                 from emend.node n
                cross join lateral (select x.content from emend.input x where x.tenant_id = p_tenant and x.input_id = n.node_id offset 0) i
                where n.tenant_id = p_tenant and n.session_id = v_place.session_id and n.turn <= v_place.turn and n.node_id < v_first and n.kind = 'input'
                  and not exists (select from emend.erased_node e where e.tenant_id = p_tenant and e.node_id = n.node_id)),
    'deleted', (select coalesce(jsonb_agg(p.node_id), '[]') from emend.fault f
                  join emend.node n on n.tenant_id = p_tenant and n.external_id = f.memory_id
                  join emend.plan_row p on p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_id = n.node_id and p.disposition = 'delete'
                 where f.tenant_id = p_tenant and f.repair_id = p_repair),
    'removed', (select coalesce(jsonb_agg(p.node_id), '[]') from emend.plan_row p
                 where p.tenant_id = p_tenant and p.repair_id = p_repair and p.node_id = any (v_known) and p.disposition in ('delete', 'quarantine')),
    'has_merged', exists (select from emend.repair r where r.tenant_id = p_tenant and r.repair_id = p_repair and r.merged_repairs <> '{}'),
    'names', to_jsonb(emend.names_in_use(p_tenant, (select n.external_id from emend.node n where n.tenant_id = p_tenant and n.node_id = v_row.step_id))),
    'younger', (select coalesce(jsonb_agg(r.id order by r.id), '[]') from emend.step s
                 cross join lateral (select y.id from emend.replacements_before(p_tenant, v_first) as y(id) offset 0) r
                 where s.tenant_id = p_tenant and s.step_id = v_row.step_id and s.query_text is not null),
    'is_erased', exists (select from emend.erased_node e where e.tenant_id = p_tenant and e.node_id = v_row.step_id and not e.is_derived),
    'is_left', exists (select from emend.step_state s where s.tenant_id = p_tenant and s.step_id = v_row.step_id and s.repair_id <> p_repair));
end $$;
comment on function emend.replay_task(integer, bigint, integer) is
  'The next step to replay, with everything around it that its context is built from; null when there is none.';

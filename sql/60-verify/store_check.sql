/**
 * store_check: what the verification of a repair compares: the answers that it made again, those that failed, and their turns.
 *
 * returns  null where the repair is not there; else an object with
 *            ring      how far its replay was widened by earlier verifications
 *            policy    arm of the repair
 *            answers   in the order of replay, of each
 *              step_id   the one that failed; answer: the new one, {content, facts, session_id, turn, user_id}
 *              failed    text of the answer that it replaces
 *              question  the last input of the turn, {node_id, external_id, content}; null where it has none
 *              k         most results that a read of the turn asked for; null where none did
 *              sees_others  a step of the turn has used a memory of somebody else: the user's questions look at everybody's
 *              observations  valid ones of the turn in clock order, {node_id, external_id, content, tool_name}
 */
create or replace function emend.store_check(p_tenant integer, p_repair bigint) returns jsonb
  language plpgsql stable set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  v_repair record;
  v_made record;
  v_answer record;
  v_turn jsonb;
  v_answers jsonb := '[]';
begin
  select r.policy, r.failed_answer_id, coalesce(v.ring, 0) as ring into v_repair
    from emend.repair r
    left join emend.verification v on v.tenant_id = p_tenant and v.repair_id = r.repair_id
   where r.tenant_id = p_tenant and r.repair_id = p_repair;
  if not found then
    return null;
  end if;
  for v_made in
    select y.step_id, y.new_step_id from emend.replay_step y
     cross join lateral (select x.rule, x.node_kind from emend.plan_row x
                          where x.tenant_id = p_tenant and x.repair_id = p_repair and x.node_id = y.step_id offset 0) p
     where y.tenant_id = p_tenant and y.repair_id = p_repair and y.new_step_id is not null
       and (y.step_id = v_repair.failed_answer_id or p.rule = 'R11' and p.node_kind = 'final_answer')
     order by y.position
  loop
    select n.session_id, n.turn, n.user_id, s.content, s.facts into v_answer
      from emend.node n
      join emend.step s on s.tenant_id = p_tenant and s.step_id = n.node_id
     where n.tenant_id = p_tenant and n.node_id = v_made.new_step_id;
    select jsonb_build_object(
             'question', (array_agg(jsonb_build_object('node_id', n.node_id, 'external_id', n.external_id, 'content', i.content) order by n.node_id desc)
                            filter (where n.kind = 'input'))[1],
             'k', max(s.query_k),
             'sees_others', coalesce(bool_or(exists (
               select from unnest(s.used_ids) as u(id)
                cross join lateral (select x.user_id from emend.node x where x.tenant_id = p_tenant and x.node_id = u.id offset 0) other
                where other.user_id <> v_answer.user_id)), false),
             'observations', coalesce(jsonb_agg(jsonb_build_object(
                 'node_id', n.node_id, 'external_id', n.external_id, 'content', s.content, 'tool_name', s.tool_name) order by n.node_id)
               filter (where n.kind = 'tool_observation' and not exists (
                 select from emend.step_state v where v.tenant_id = p_tenant and v.step_id = n.node_id)), '[]'))
      into v_turn
      from emend.node n
      left join lateral (select x.content from emend.input x where x.tenant_id = p_tenant and x.input_id = n.node_id offset 0) i on true
      left join lateral (select x.* from emend.step x where x.tenant_id = p_tenant and x.step_id = n.node_id offset 0) s on true
     where n.tenant_id = p_tenant and n.session_id = v_answer.session_id and n.turn = v_answer.turn
       and not exists (select from emend.step_state v join emend.repair r on r.tenant_id = p_tenant and r.repair_id = v.repair_id and r.state = 'undone'
                        where v.tenant_id = p_tenant and v.step_id = n.node_id offset 0);
    v_answers := v_answers || (v_turn || jsonb_build_object('step_id', v_made.step_id, 'answer', to_jsonb(v_answer),
      'failed', (select s.content from emend.step s where s.tenant_id = p_tenant and s.step_id = v_made.step_id)));
  end loop;
  return jsonb_build_object('ring', v_repair.ring, 'policy', v_repair.policy, 'answers', v_answers);
end $$;
comment on function emend.store_check(integer, bigint) is
  'What the verification of a repair compares: the answers that it made again, those that failed, and their turns.';

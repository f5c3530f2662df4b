/**
 * turn_steps: what else was said in the turns of some steps (arm facts).
 *
 * A runtime may record too little: a step that repeats what a fallen step of its turn says, and names no evidence for it, is outside A0.
 * These are the steps to look at for that: claims, plans, actions, answers and mutations. Index-driven, so that the cost follows the turns.
 *
 * p_steps     fallen steps
 * p_affected  A0: what is in it is looked at anyway
 * returns     internal ids with their texts, those of the memories that a step generated included; in no particular order
 */
create or replace function emend.turn_steps(p_tenant integer, p_steps bigint[], p_affected bigint[])
  returns table (id bigint, session_id bigint, turn integer, content text) language plpgsql stable
  set jit = off set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
begin
  return query
  select n.node_id, t.session_id, t.turn,
         s.content || coalesce((select string_agg(E'\n' || m.content, '') from emend.memory m where m.tenant_id = p_tenant and m.memory_id = any (s.generated_ids)), '')
    from (select distinct x.session_id, x.turn from unnest(p_steps) as p(id)
           cross join lateral (select n.session_id, n.turn from emend.node n where n.tenant_id = p_tenant and n.node_id = p.id offset 0) x) t
   cross join lateral (
     select n.node_id from emend.node n
      where n.tenant_id = p_tenant and n.session_id = t.session_id and n.turn = t.turn
        and n.kind in ('claim', 'plan', 'tool_action', 'final_answer', 'memory_write', 'memory_update', 'memory_consolidate') offset 0) n
   cross join lateral (
     select s.content, s.generated_ids from emend.step s where s.tenant_id = p_tenant and s.step_id = n.node_id offset 0) s
   where n.node_id not in (select unnest(p_affected));
end $$;
comment on function emend.turn_steps(integer, bigint[], bigint[]) is 'Steps outside the affected set that were taken in the turns of some steps, with what they say.';

/**
 * inferred_evidence: what a step that names no evidence stands on: inputs of its turn, results of the turn's reads, earlier steps of the turn.
 *
 * p_infers          places in the call of the steps that name none
 * p_ids .. p_turns  columns of the items; p_new tells those of this call from those recorded before
 * p_ref_*           references as written: place in the call, role, id
 * p_turn_*          what stood in these turns before the call
 * returns           one row a step and piece of evidence, in no particular order
 * raises            too_large where that would be more than 100,000 earlier nodes in all
 */
create or replace function emend.inferred_evidence(
    p_tenant integer, p_infers integer[], p_ids text[], p_kinds emend.node_kind[], p_sessions bigint[], p_turns integer[], p_new boolean[],
    p_ref_items integer[], p_ref_roles text[], p_ref_ids text[],
    p_turn_ids text[], p_turn_nodes bigint[], p_turn_kinds emend.node_kind[], p_turn_sessions bigint[], p_turn_turns integer[])
  returns table (item integer, id text) language plpgsql stable as $$
#variable_conflict use_column
declare
  v_pairs bigint;
begin
  select sum(x.before) into v_pairs from (
    select y.n, row_number() over (partition by y.session_id, y.turn order by y.n) - 1 as before
      from (select a.n, a.session_id, a.turn from unnest(p_kinds, p_sessions, p_turns, p_new) with ordinality as a(kind, session_id, turn, is_new, n)
             where a.is_new and a.kind <> 'memory'
            union all
            select 0, t.session_id, t.turn from unnest(p_turn_sessions, p_turn_turns) as t(session_id, turn)) y) x
   where x.n = any (p_infers);
  if v_pairs > 100000 then
    perform emend.refuse('too_large', format('steps that name no evidence stand on all of their turn that came before them, which makes %s edges of this call, more than 100000: '
      'name used_ids, or begin a turn at each input', v_pairs), jsonb_build_object('edges', v_pairs));
  end if;
  return query
  with turn_node as (
    select a.id, null::bigint as node_id, a.kind, a.session_id, a.turn, a.n::integer as n
      from unnest(p_ids, p_kinds, p_sessions, p_turns, p_new) with ordinality as a(id, kind, session_id, turn, is_new, n)
     where a.is_new and a.kind <> 'memory'
    union all
    select t.id, t.node_id, t.kind, t.session_id, t.turn, 0
      from unnest(p_turn_ids, p_turn_nodes, p_turn_kinds, p_turn_sessions, p_turn_turns) as t(id, node_id, kind, session_id, turn)
  ), earlier as (
    select f.n as item, e.id, e.node_id, e.kind, e.n
      from unnest(p_infers) as f(n)
      join turn_node s on s.n = f.n
      join turn_node e on e.session_id = s.session_id and e.turn = s.turn and e.n < s.n
  )
  select e.item, e.id from earlier e
  union
  select e.item, r.id from earlier e
    join unnest(p_ref_items, p_ref_roles, p_ref_ids) as r(item, role, id) on r.item = e.n and r.role = 'u'
   where e.kind = 'memory_read' and e.n > 0
  union
  select e.item, m.external_id from earlier e
   cross join lateral (select s.used_ids from emend.step s where s.tenant_id = p_tenant and s.step_id = e.node_id offset 0) s
   cross join lateral unnest(s.used_ids) as u(id)
   cross join lateral (select n.external_id from emend.node n where n.tenant_id = p_tenant and n.node_id = u.id offset 0) m
   where e.kind = 'memory_read' and e.n = 0;
end $$;
comment on function emend.inferred_evidence(integer, integer[], text[], emend.node_kind[], bigint[], integer[], boolean[],
  integer[], text[], text[], text[], bigint[], emend.node_kind[], bigint[], integer[]) is
  'Evidence of steps that name none: inputs of the turn, results of its reads, its earlier steps.';

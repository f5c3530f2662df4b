/**
 * observed_actions: the action of each observation that lists none: the latest earlier one of its session with the same call id.
 *
 * p_*      columns of the items, and the places in the call of observations that list no action of the call; they may list one of the store
 * returns  at most one row an observation; none where the session has no such action
 */
create or replace function emend.observed_actions(
    p_tenant integer, p_observations integer[], p_ids text[], p_kinds emend.node_kind[], p_sessions bigint[], p_calls text[], p_new boolean[], p_used jsonb[])
  returns table (item integer, id text) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select o.n, coalesce(here.id, before.id)
    from unnest(p_observations) as o(n)
    left join lateral (
      select a.id from unnest(p_ids, p_kinds, p_sessions, p_calls, p_new) with ordinality as a(id, kind, session_id, call_id, is_new, n)
       where a.is_new and a.kind = 'tool_action' and a.n < o.n and a.session_id = p_sessions[o.n] and a.call_id = p_calls[o.n]
       order by a.n desc limit 1) here on true
    left join lateral (
      select n.external_id as id from emend.node n
        join emend.step s on s.tenant_id = p_tenant and s.step_id = n.node_id
       where n.tenant_id = p_tenant and n.session_id = p_sessions[o.n] and n.kind = 'tool_action' and s.call_id = p_calls[o.n]
       order by n.node_id desc limit 1) before on here.id is null
   where coalesce(here.id, before.id) is not null
     and not exists (select from jsonb_array_elements_text(p_used[o.n]) as u(id)
                      cross join lateral (select n.kind from emend.node n where n.tenant_id = p_tenant and n.external_id = u.id offset 0) n
                      where n.kind = 'tool_action');
end $$;
comment on function emend.observed_actions(integer, integer[], text[], emend.node_kind[], bigint[], text[], boolean[], jsonb[]) is
  'The action of each observation that lists none, by call id.';

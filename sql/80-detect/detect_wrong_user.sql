/**
 * detect_wrong_user: memories of one user that a step in another user's session rests on.
 *
 * To be read is no harm yet; a step that cites the memory, or retires it, has let it in. Memories of nobody in particular are everybody's,
 * and a session of nobody in particular is no other user's.
 *
 * returns  one row a memory, oldest first
 */
create or replace function emend.detect_wrong_user(p_tenant integer)
  returns table (memory_id bigint, evidence text, confidence real)
  language plpgsql stable set plan_cache_mode = force_generic_plan set jit = off as $$
begin
  return query
  select m.node_id,
         format('it belongs to user %s, and %s step%s in session %s of user %s rest%s on it, first %s', m.user_id, count(*),
                case when count(*) > 1 then 's' end, min(v.external_id), min(v.user_id), case when count(*) = 1 then 's' end,
                (array_agg(t.external_id order by t.node_id))[1]),
         0.95::real
    from emend.node m
    join emend.memory_state s on s.tenant_id = p_tenant and s.memory_id = m.node_id and s.status in ('active', 'superseded') and not s.is_withheld
    join emend.edge e on e.tenant_id = p_tenant and e.source_id = m.node_id and e.label in ('cite', 'delete', 'update', 'consolidate')
                     and e.target_kind <> 'memory_read' and e.basis <> 'inferred'
    join emend.node t on t.tenant_id = p_tenant and t.node_id = e.target_id
    join emend.session v on v.tenant_id = p_tenant and v.session_id = t.session_id and v.user_id <> m.user_id
   where m.tenant_id = p_tenant and m.kind = 'memory' and m.user_id is not null
     and not exists (select from emend.step_state z where z.tenant_id = p_tenant and z.step_id = t.node_id)
   group by m.node_id, m.user_id order by m.node_id;
end $$;
comment on function emend.detect_wrong_user(integer) is 'Memories of one user that steps in another user''s session rest on.';

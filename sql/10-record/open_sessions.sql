/**
 * open_sessions: find the sessions that new items name, and make those that nobody has named before.
 *
 * A session belongs to the user of its first input in the call, else of its first item that names one. Only an importer may write an
 * input in another user's name than the session's.
 *
 * p_*      columns of the items, one element an item
 * returns  session_ids and session_users, one element an item
 * raises   bad_item
 */
create or replace function emend.open_sessions(
    p_tenant integer, p_ids text[], p_kinds emend.node_kind[], p_sessions text[], p_users text[], p_new boolean[],
    out session_ids bigint[], out session_users text[])
  language plpgsql as $$
declare
  v_item text;
  v_owner text;
begin
  insert into emend.session as e (tenant_id, external_id, user_id)
  select p_tenant, s.session, (array_agg(s.user_id order by s.kind <> 'input', s.n) filter (where s.user_id is not null))[1]
    from unnest(p_sessions, p_users, p_kinds, p_new) with ordinality as s(session, user_id, kind, is_new, n)
   where s.is_new and s.session is not null group by s.session order by s.session
      on conflict (tenant_id, external_id) do update set user_id = excluded.user_id where e.user_id is null and excluded.user_id is not null;
  select array_agg(k.session_id), array_agg(k.user_id),
         min(a.id) filter (where a.is_new and a.kind = 'input' and a.user_id <> k.user_id),
         min(k.user_id) filter (where a.is_new and a.kind = 'input' and a.user_id <> k.user_id)
    into session_ids, session_users, v_item, v_owner
    from unnest(p_ids, p_sessions, p_users, p_kinds, p_new) as a(id, session, user_id, kind, is_new)
    left join lateral (select e.session_id, e.user_id from emend.session e
                        where e.tenant_id = p_tenant and e.external_id = a.session offset 0) k on true;
  if v_item is not null and not emend.caller_is_trusted() then
    perform emend.refuse('bad_item', format('the input %L is written in the name of another user than %L, whose session it is', v_item, v_owner),
                         jsonb_build_object('id', v_item, 'key', 'user'));
  end if;
end $$;
comment on function emend.open_sessions(integer, text[], emend.node_kind[], text[], text[], boolean[]) is
  'Find or make the sessions that new items name.';

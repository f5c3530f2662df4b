/**
 * erase_user: take the data of a user out, for good. The one door for that, of the admin role.
 *
 * His are: what he said, the memories that he owns, the steps taken for him, and what nobody owns of his sessions. All of it is empty when
 * this returns, with every row that quotes it (erase_nodes), the steps that wrote his memories word for word, whoever took them, and what others have that quotes him and names no evidence of his (uncited_quotes). Ids, hashes and tombstones stay; what the memories said is buried, so that no
 * import or extraction brings it back, and he himself may say it anew. Steps that were his may not be cited.
 *
 * What others made from it is for the repair that is opened here: it withdraws what no other evidence supports, empties that too
 * (erase_derived), and makes it anew from the rest. The repair is leased for a minute, so that who erases can say what is to be made anew;
 * after that any worker carries it out. Repairs that are under way and have looked at any of this lose their lease and look again.
 *
 * Erasing again finds what came in since, and what others have made from it since.
 *
 * p_actor  who asks, for the journal
 * returns  number of the erasure
 * raises   not_found for a user that nothing was ever recorded of
 */
create or replace function emend.erase_user(p_user text, p_actor text) returns bigint
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp set jit = off as $$
declare
  v_tenant constant integer := emend.need_tenant();
  v_nodes bigint[];
  v_makers bigint[];
  v_parts text[];
  v_erasure bigint;
  v_repair bigint;
begin
  perform emend.lock_tenant(v_tenant);
  if not exists (select from emend.node n where n.tenant_id = v_tenant and n.user_id = p_user)
     and not exists (select from emend.session s where s.tenant_id = v_tenant and s.user_id = p_user)
     and not exists (select from emend.api_key k where k.tenant_id = v_tenant and k.user_id = p_user)
     and not exists (select from emend.model_call c where c.tenant_id = v_tenant and c.user_id = p_user) then
    perform emend.refuse('not_found', format('nothing was ever recorded of a user %L', p_user), jsonb_build_object('user', p_user));
  end if;
  v_nodes := array(
    select n.node_id from emend.node n
     where n.tenant_id = v_tenant
       and (n.user_id = p_user
            or n.user_id is null and n.session_id in (select s.session_id from emend.session s where s.tenant_id = v_tenant and s.user_id = p_user))
       and not exists (select from emend.erased_node e where e.tenant_id = v_tenant and e.node_id = n.node_id)
     order by n.node_id);
  v_parts := emend.erased_parts(v_tenant, p_user, v_nodes);
  v_nodes := v_nodes || array(select emend.uncited_quotes(v_tenant, v_nodes, v_parts));
  v_makers := array(select emend.quoting_makers(v_tenant, v_nodes)); -- others take their steps from what stands before them: these lose their text only
  perform emend.lock_nodes(v_tenant, v_nodes || v_makers);

  insert into emend.erasure (tenant_id, user_id, actor) values (v_tenant, p_user, p_actor) returning erasure_id into v_erasure;
  if v_nodes <> '{}' or exists (select from emend.erased_roots(v_tenant, v_erasure)) then
    insert into emend.repair (tenant_id, policy, options, lease_owner, leased_until)
    values (v_tenant, 'facts', jsonb_build_object('erasure', v_erasure), 'erasure', clock_timestamp() + interval '1 minute') returning repair_id into v_repair;
    update emend.erasure e set repair_id = v_repair where e.tenant_id = v_tenant and e.erasure_id = v_erasure;
    insert into emend.event (tenant_id, type, repair_id) values (v_tenant, 'repair:opened', v_repair);
    perform emend.withdraw_erased(v_tenant, v_erasure, v_repair, v_nodes, p_actor);
  end if;
  perform set_config('emend.erasing', 'on', true);
  perform emend.erase_nodes(v_tenant, v_erasure, v_nodes, false, p_actor, v_parts);
  perform emend.erase_nodes(v_tenant, v_erasure, v_makers, true, p_actor);
  perform emend.erase_calls(v_tenant, v_erasure, p_user, v_parts);
  perform set_config('emend.erasing', '', true);
  return v_erasure;
end $$;
comment on function emend.erase_user(text, text) is
  'Takes the data of a user out, for good; a repair withdraws what others had made from it, and makes it anew from the rest. Returns the number of the erasure.';

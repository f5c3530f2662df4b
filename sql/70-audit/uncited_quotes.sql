/**
 * uncited_quotes: steps and memories of others that quote a user and do not follow from anything of his: what follows is for the repair, which keeps what
 * stands without him. Nor are those that made what is his or follows from it (quoting_makers). Part of erase_user.
 *
 * What another user has said himself is none. Reads every text of the tenant.
 *
 * p_nodes  nodes of the user
 * p_parts  erased_parts of them
 * returns  internal ids of what is not erased yet, in no particular order
 */
create or replace function emend.uncited_quotes(p_tenant integer, p_nodes bigint[], p_parts text[]) returns setof bigint
  language plpgsql stable set jit = off as $$
declare
  v_quotes bigint[];
  v_followed bigint[];
begin
  if p_parts = '{}' then
    return;
  end if;
  v_quotes := array(
    select s.step_id from emend.step s
     where s.tenant_id = p_tenant and (emend.has_part(s.content, p_parts) or emend.has_part(s.query_text, p_parts) or emend.json_has_part(s.tool_args, p_parts)
                                       or emend.json_has_part(s.facts, p_parts))
    union all
    select m.memory_id from emend.memory m
      join emend.node n on n.tenant_id = p_tenant and n.node_id = m.memory_id
     where m.tenant_id = p_tenant and not (m.source = 'user_input' and n.user_id is not null) and (emend.has_part(m.content, p_parts) or emend.json_has_part(m.facts, p_parts)));
  v_followed := p_nodes || array(select a.id from emend.affected_set(p_tenant, p_nodes, p_nodes, 'facts', 100000000) as a(id));
  return query
    select q.id from unnest(v_quotes) as q(id)
     where not exists (select from emend.erased_node e where e.tenant_id = p_tenant and e.node_id = q.id)
    except
    select unnest(v_followed)
    except
    select m.producing_step_id from emend.memory m where m.tenant_id = p_tenant and m.memory_id = any (v_followed);
end $$;
comment on function emend.uncited_quotes(integer, bigint[], text[]) is 'Part of erase_user: steps and memories of others that quote a user and do not follow from anything of his.';

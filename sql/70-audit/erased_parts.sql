/**
 * erased_parts: telling parts of what is about to be erased of a user, by which quotes of him are found that name no evidence of his. Part of erase_user.
 *
 * What another user has said himself is his own and tells nothing. Sentences count only of what was said and remembered, not of what agents did.
 * Reads what all users have said.
 *
 * p_nodes  nodes of the user
 * returns  each once
 */
create or replace function emend.erased_parts(p_tenant integer, p_user text, p_nodes bigint[]) returns text[]
  language plpgsql stable set jit = off as $$
declare
  v_parts text[];
begin
  v_parts := array(
    select distinct t.part from emend.input i cross join lateral emend.telling_parts(i.content) as t(part) where i.tenant_id = p_tenant and i.input_id = any (p_nodes)
    union
    select t.part from emend.memory m cross join lateral emend.telling_parts(m.content) as t(part) where m.tenant_id = p_tenant and m.memory_id = any (p_nodes)
    union
    select t.part from emend.step s cross join lateral emend.telling_parts(s.content) as t(part)
     where s.tenant_id = p_tenant and s.step_id = any (p_nodes) and t.part !~ '\s');
  if v_parts = '{}' then
    return v_parts;
  end if;
  return array(
    select p.part from unnest(v_parts) as p(part)
    except
    select t.part from emend.node n
      join emend.input i on i.tenant_id = p_tenant and i.input_id = n.node_id
     cross join lateral emend.telling_parts(i.content) as t(part)
     where n.tenant_id = p_tenant and n.kind = 'input' and n.user_id <> p_user
    except
    select t.part from emend.node n
      join emend.memory m on m.tenant_id = p_tenant and m.memory_id = n.node_id and m.source = 'user_input'
     cross join lateral emend.telling_parts(m.content) as t(part)
     where n.tenant_id = p_tenant and n.kind = 'memory' and n.user_id <> p_user);
end $$;
comment on function emend.erased_parts(integer, text, bigint[]) is 'Part of erase_user: telling parts of what is about to be erased, which no other user has said himself.';

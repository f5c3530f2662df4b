/**
 * quoting_makers: steps that made one of these memories and say its whole text, whoever took them. Part of erase_user and erase_derived.
 *
 * An agent without a user writes what somebody has told, and its step says it too, but rests on nothing of his.
 *
 * returns  internal ids of what is not erased yet, in no particular order
 */
create or replace function emend.quoting_makers(p_tenant integer, p_nodes bigint[]) returns setof bigint
  language sql stable as $$
  select distinct s.step_id
    from emend.memory m
    join emend.step s on s.tenant_id = p_tenant and s.step_id = m.producing_step_id
   where m.tenant_id = p_tenant and m.memory_id = any (p_nodes) and m.content <> '' and position(m.content in s.content) > 0
     and s.step_id <> all (p_nodes)
     and not exists (select from emend.erased_node e where e.tenant_id = p_tenant and e.node_id = s.step_id)
$$;
comment on function emend.quoting_makers(integer, bigint[]) is 'Steps that made one of these memories and say its whole text, whoever took them.';

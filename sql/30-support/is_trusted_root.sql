/**
 * is_trusted_root: whether a node outside A0 ends a path of support in arm paper.
 *
 * Inputs of users, observations that no repair has withdrawn, and root memories (neither derived nor produced) that are active
 * and not withheld.
 *
 * p_node   a node outside A0; whether it is in there is the caller's to know
 * returns  false for every other node, and for one that does not exist
 */
create or replace function emend.is_trusted_root(p_tenant integer, p_node bigint)
  returns boolean language plpgsql stable as $$
begin
  return coalesce((
    select case n.kind
             when 'input' then true
             when 'tool_observation' then not exists (
               select from emend.step_state s where s.tenant_id = p_tenant and s.step_id = p_node)
             when 'memory' then exists (
               select from emend.memory m
                 join emend.memory_state s on s.tenant_id = p_tenant and s.memory_id = m.memory_id
                where m.tenant_id = p_tenant and m.memory_id = p_node and m.producing_step_id is null
                  and m.derived_from = '{}' and s.status = 'active' and not s.is_withheld)
             else false end
      from emend.node n where n.tenant_id = p_tenant and n.node_id = p_node), false);
end $$;
comment on function emend.is_trusted_root(integer, bigint) is
  'Whether a node outside the affected set ends a path of support: an input, a valid observation, an active root memory.';

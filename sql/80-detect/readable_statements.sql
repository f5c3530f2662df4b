/**
 * readable_statements: what readable memories say, for comparison with each other.
 *
 * Only texts of at most 4 kB: longer ones are documents and not statements.
 *
 * returns  memory, its external id, owner (null = nobody in particular), text, and whether it rests on something recorded: a step made it
 *          from declared evidence. By owner, oldest first.
 */
create or replace function emend.readable_statements(p_tenant integer)
  returns table (memory_id bigint, name text, owner text, content text, is_grounded boolean)
  language plpgsql stable set plan_cache_mode = force_generic_plan set jit = off as $$
begin
  return query
  select m.memory_id, n.external_id, n.user_id, m.content,
         coalesce(p.used_basis <> 'inferred' and p.used_ids <> '{}', false)
    from emend.memory m
    join emend.memory_state s on s.tenant_id = p_tenant and s.memory_id = m.memory_id and s.status = 'active' and not s.is_withheld
    join emend.node n on n.tenant_id = p_tenant and n.node_id = m.memory_id
    left join emend.step p on p.tenant_id = p_tenant and p.step_id = m.producing_step_id
   where m.tenant_id = p_tenant and octet_length(m.content) <= 4096
   order by n.user_id, m.memory_id;
end $$;
comment on function emend.readable_statements(integer) is 'What readable memories say, by owner, for comparison with each other.';

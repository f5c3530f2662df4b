/**
 * is_found: whether a search may return a memory: active and not withheld, or named for inclusion, and of the session asked for.
 *
 * One expression that Postgres inlines into the search, where it runs for the best candidates only.
 */
create or replace function emend.is_found(p_tenant integer, p_memory bigint, p_session bigint, p_include bigint[]) returns boolean
  language sql stable
  return (p_memory = any (p_include)
          or exists (select from emend.memory_state s
                      where s.tenant_id = p_tenant and s.memory_id = p_memory and s.status = 'active' and not s.is_withheld))
     and (p_session is null
          or exists (select from emend.node n where n.tenant_id = p_tenant and n.node_id = p_memory and n.session_id = p_session));
comment on function emend.is_found(integer, bigint, bigint, bigint[]) is 'Whether a search may return a memory.';

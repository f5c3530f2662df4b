/**
 * is_in_scope: whether a search looks at a memory at all; inlined by Postgres (which it does only to an expression without subqueries).
 *
 * p_user, p_agent  of the memory; p_for_user, p_for_agent: of the search, null = any; a memory without an owner is everybody's
 * p_before         only older ones, save those of p_include; null = any age
 */
create or replace function emend.is_in_scope(
    p_memory bigint, p_user text, p_agent text, p_for_user text, p_for_agent text, p_before bigint, p_include bigint[], p_exclude bigint[])
  returns boolean language sql stable
  return (p_for_user is null or p_user is null or p_user = p_for_user)
     and (p_for_agent is null or p_agent = p_for_agent)
     and (p_before is null or p_memory < p_before or p_memory = any (p_include))
     and p_memory <> all (p_exclude);
comment on function emend.is_in_scope(bigint, text, text, text, text, bigint, bigint[], bigint[]) is 'Whether a search looks at a memory at all.';

/**
 * erased_roots: where the walk of an erasure starts: what others have made directly from what was erased of its user.
 *
 * Replacing is not dataflow, so a memory that only supersedes an erased one is none. What an earlier erasure has emptied is none either.
 *
 * returns  internal ids, in no particular order
 */
create or replace function emend.erased_roots(p_tenant integer, p_erasure bigint) returns setof bigint
  language plpgsql stable set jit = off as $$
begin
  return query
  select distinct t.target_id
    from emend.erasure one
    join emend.erasure x on x.tenant_id = p_tenant and x.user_id = one.user_id
    join emend.erased_node s on s.tenant_id = p_tenant and s.erasure_id = x.erasure_id and not s.is_derived
   cross join lateral (
     select e.target_id from emend.edge e
      where e.tenant_id = p_tenant and e.source_id = s.node_id and e.label <> 'supersede' offset 0) t
   where one.tenant_id = p_tenant and one.erasure_id = p_erasure
     and not exists (select from emend.erased_node g
                      where g.tenant_id = p_tenant and g.node_id = t.target_id and (not g.is_derived or g.erasure_id <> p_erasure));
end $$;
comment on function emend.erased_roots(integer, bigint) is 'What others have made directly from what was erased of a user: where the walk of his erasure starts.';

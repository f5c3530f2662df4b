/**
 * logins_of: the logins that are bound to a tenant, and what each may do there.
 *
 * p_roles  names of roles without emend_, in the order to list them
 * returns  by name; columns are named as in TypeScript
 */
create or replace function emend.logins_of(p_tenant integer, p_roles text[])
  returns table (name text, "boundAt" timestamptz, "exists" boolean, "isFree" boolean, roles text[])
  language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select l.login, l.bound_at, r.oid is not null,
         coalesce(pg_has_role(r.oid, 'emend_service', 'member'), false),
         coalesce(array(select k.role from unnest(p_roles) with ordinality as k(role, n)
                         where pg_has_role(r.oid, 'emend_' || k.role, 'member') order by k.n), '{}')
    from emend.login l
    left join pg_roles r on r.rolname = l.login and r.rolcanlogin
   where l.tenant_id = p_tenant order by l.login;
end $$;
comment on function emend.logins_of(integer, text[]) is 'The logins that are bound to a tenant, and what each may do there.';

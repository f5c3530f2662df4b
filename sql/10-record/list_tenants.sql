/**
 * list_tenants: all tenants of the database, for the roles that serve more than one; those of its own for a login that is bound.
 *
 * returns  by name
 */
create or replace function emend.list_tenants() returns table (name text, policy text, created_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, emend, public, pg_temp as $$
begin
  return query select t.name, t.policy, t.created_at from emend.tenant t order by t.name;
end $$;
comment on function emend.list_tenants() is 'All tenants of the database, by name.';

/**
 * create_tenant: make a tenant, or find the one that has the name.
 *
 * p_name    1 to 200 characters
 * p_policy  arm of its repairs: facts or paper; an existing tenant keeps its own
 * returns   its internal key
 */
create or replace function emend.create_tenant(p_name text, p_policy text default 'facts') returns integer
  language plpgsql security definer set search_path = pg_catalog, emend, public as $$
begin
  if not exists (select from emend.tenant t where t.name = p_name) then
    insert into emend.tenant (name, policy) values (p_name, p_policy) on conflict (name) do nothing;
  end if;
  return emend.resolve_tenant(p_name);
end $$;
revoke execute on function emend.create_tenant(text, text) from public;
comment on function emend.create_tenant(text, text) is 'Make a tenant, or find the one that has the name.';

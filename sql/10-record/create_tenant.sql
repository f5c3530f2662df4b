/**
 * create_tenant: make a tenant, or find the one that has the name.
 *
 * p_name         1 to 200 characters
 * p_policy       arm of its repairs: facts or paper; an existing tenant keeps its own
 * p_must_be_new  refuse a name that somebody has
 * returns        its internal key
 * raises         duplicate_id; forbidden for a login that is bound to tenants
 */
create or replace function emend.create_tenant(p_name text, p_policy text default 'facts', p_must_be_new boolean default false) returns integer
  language plpgsql security definer set search_path = pg_catalog, emend, public, pg_temp as $$
declare
  v_is_new boolean := false;
begin
  if not exists (select from emend.tenant t where t.name = p_name) then
    if not emend.login_is_free() then
      perform emend.refuse('forbidden', format('the login %I is bound to tenants that exist, and makes none', session_user),
                           jsonb_build_object('login', session_user), 'Let a service login make it, then bind this one: emend login add');
    end if;
    insert into emend.tenant (name, policy) values (p_name, p_policy) on conflict (name) do nothing;
    v_is_new := found;
  end if;
  if p_must_be_new and not v_is_new then
    perform emend.refuse('duplicate_id', format('there is a tenant %L already', p_name), jsonb_build_object('tenant', p_name));
  end if;
  return emend.resolve_tenant(p_name);
end $$;
comment on function emend.create_tenant(text, text, boolean) is 'Make a tenant, or find the one that has the name.';

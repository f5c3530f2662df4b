/**
 * protect_tables: row security on every table of a tenant, enabled, forced and bound to logins.
 *
 * Two policies a table. own_tenant: rows of the tenant of the transaction only. bound_login, restrictive: none of those either, unless
 * the login of the session is free or bound to that tenant. Free are the owner of the tables and members of emend_service. The owner's name is
 * written into the policy, so that the program's own queries pay one comparison a scan; a table that changed hands gets a new policy.
 *
 * Three tables tell what login may choose which tenant, before there is one: of those each row is asked. memory_search is left out:
 * its owner alone may read it, through functions that ask need_tenant(), because no index of words works below another policy.
 *
 * Runs after every load, so that a table of a later migration is never without.
 */
create or replace function emend.protect_tables() returns void
  language plpgsql set search_path = pg_catalog, emend, public, pg_temp as $$
declare
  v_table record;
  v_is_free text;
  v_is_bound text;
begin
  for v_table in
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as is_forced, pg_get_userbyid(c.relowner) as owner,
           exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'own_tenant') as is_own,
           (select pg_get_expr(p.polqual, p.polrelid) from pg_policy p where p.polrelid = c.oid and p.polname = 'bound_login') as bound
      from pg_class c
     where c.relnamespace = 'emend'::regnamespace and c.relkind = 'r'
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
     order by c.relname
  loop
    if not v_table.is_forced then
      execute format('alter table emend.%1$I enable row level security, force row level security', v_table.name);
    end if;
    if not v_table.is_own then
      execute format('create policy own_tenant on emend.%I using (tenant_id = emend.current_tenant_id()) with check (tenant_id = emend.current_tenant_id())',
                     v_table.name);
    end if;
    continue when v_table.name = 'memory_search' or strpos(v_table.bound, format('(SESSION_USER = %L::name)', v_table.owner)) > 0;
    if v_table.bound is not null then
      execute format('drop policy bound_login on emend.%I', v_table.name);
    end if;
    v_is_free := format('session_user = %L or pg_has_role(session_user, ''emend_service'', ''member'')', v_table.owner);
    v_is_bound := case when v_table.name in ('tenant', 'api_key') then 'emend.login_works_for(tenant_id)'
                       else '(select emend.login_works_for(emend.current_tenant_id()))' end;
    if v_table.name = 'login' then  -- who is bound sees his own row, and binds nobody
      execute format('create policy bound_login on emend.login as restrictive using (%1$s or login = session_user) with check (%1$s)', v_is_free);
    else
      execute format('create policy bound_login on emend.%1$I as restrictive using (%2$s or %3$s) with check (%2$s or %3$s)',
                     v_table.name, v_is_free, v_is_bound);
    end if;
  end loop;
end $$;
comment on function emend.protect_tables() is 'Row security on every table of a tenant, enabled, forced and bound to logins.';
revoke all on function emend.protect_tables() from public;
select emend.protect_tables();

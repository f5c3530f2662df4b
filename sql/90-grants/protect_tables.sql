/**
 * protect_tables: row security on every table of a tenant, enabled, forced and bound to logins.
 *
 * Two policies a table. own_tenant: rows of the tenant of the transaction only. bound_login, restrictive: none of those either, unless
 * the login of the session is free or bound to that tenant. Free are the owner of the tables and members of emend_service. The owner's name is
 * written into the policy, so that the program's own queries pay one comparison a scan. The comment of a policy is what it was made from: where that is not what is wanted
 * now, because the table changed hands or this page was edited, it is made anew.
 * (Around the function stands no subquery, which a bound login would run once a query instead of once a scan: every plan of the program
 * would be made with one a table, which cost a search 13 % and a look at memory_now 36 % of their time; this costs 4 and 8 %.)
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
  v_free text;
  v_rule text;
begin
  for v_table in
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as is_forced, pg_get_userbyid(c.relowner) as owner,
           exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'own_tenant') as is_own,
           (select coalesce(obj_description(p.oid, 'pg_policy'), '') from pg_policy p where p.polrelid = c.oid and p.polname = 'bound_login') as bound
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
    v_free := format('session_user = %L or pg_has_role(session_user, ''emend_service'', ''member'')', v_table.owner);
    v_rule := case v_table.name  -- who is bound sees his own row of login, and binds nobody
      when 'login' then format('using (%1$s or login = session_user) with check (%1$s)', v_free)
      else format('using (%1$s or emend.login_works_for(%2$s)) with check (%1$s or emend.login_works_for(%2$s))', v_free,
                  case when v_table.name in ('tenant', 'api_key') then 'tenant_id' else 'emend.current_tenant_id()' end) end;
    continue when v_table.name = 'memory_search' or v_table.bound = v_rule;
    if v_table.bound is not null then
      execute format('drop policy bound_login on emend.%I', v_table.name);
    end if;
    execute format('create policy bound_login on emend.%I as restrictive %s', v_table.name, v_rule);
    execute format('comment on policy bound_login on emend.%I is %L', v_table.name, v_rule);
  end loop;
end $$;
comment on function emend.protect_tables() is 'Row security on every table of a tenant, enabled, forced and bound to logins.';
revoke all on function emend.protect_tables() from public;
select emend.protect_tables();

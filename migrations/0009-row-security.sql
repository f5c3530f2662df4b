-- Roles, and row security enabled and forced on every table of a tenant. Roles are made once per server; rights on
-- objects are in sql/90-grants, so that they are granted again when an object changes.

do $$
declare
  r text;
  -- Since Postgres 16 who makes a role is its administrator, and a member that may become it only when granted.
  may_become constant text := case when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end;
begin
  foreach r in array array['emend_agent', 'emend_detector', 'emend_auditor', 'emend_worker', 'emend_admin'] loop
    begin
      if not exists (select from pg_roles where rolname = r) then
        execute format('create role %I nologin', r);
      end if;
    exception when duplicate_object or unique_violation then null;  -- another database of this server was faster
    end;
    if not pg_has_role(current_user, r, may_become) then
      execute format('grant %I to current_user', r);
    end if;
  end loop;
exception when insufficient_privilege then
  raise exception 'the roles emend_agent, emend_detector, emend_auditor, emend_worker and emend_admin are missing, or % may not use them', current_user
    using errcode = '42501',
          hint = 'Let a database administrator create them (nologin) and grant them to ' || current_user || ', then migrate again.';
end $$;

do $$
declare t text;
begin
  for t in select c.relname from pg_class c where c.relnamespace = 'emend'::regnamespace and c.relkind = 'r'
             and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') loop
    execute format('alter table emend.%I enable row level security', t);
    execute format('alter table emend.%I force row level security', t);
  end loop;
end $$;

-- Everybody sees his own tenant only. What agents may not see of it is narrowed per table below.
do $$
declare t text;
begin
  for t in select c.relname from pg_class c where c.relnamespace = 'emend'::regnamespace and c.relkind = 'r'
             and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')
             and c.relname <> 'tenant' loop
    execute format('create policy own_tenant on emend.%I using (tenant_id = emend.current_tenant_id()) with check (tenant_id = emend.current_tenant_id())', t);
  end loop;
end $$;
create policy own_tenant on emend.tenant using (tenant_id = emend.current_tenant_id()) with check (tenant_id = emend.current_tenant_id());
-- Names are turned into tenants, and tenants made, by definer functions: nobody else learns who the other tenants are.
create policy owner_sees_tenants on emend.tenant to current_user using (true) with check (true);

-- An agent reads memories only while they are active and not withheld, by raw SQL too. The owner of the tables may be a
-- member of every role, and a policy reaches all members: whoever is a worker as well is exempt, so that definer functions see all.
create policy agents_read_active_memories on emend.memory as restrictive for select to emend_agent
  using (current_user = (select pg_get_userbyid(relowner) from pg_class where oid = 'emend.memory'::regclass)  -- definer functions
         or exists (select from emend.memory_state s
                     where s.tenant_id = memory.tenant_id and s.memory_id = memory.memory_id
                       and s.status = 'active' and not s.is_withheld));

-- Words are searched through emend.search_memories only, and no role but the owner may read this table. Its owner's policy is `true`,
-- because text search operators are not leakproof: under any other policy Postgres would check row security before it used the index.
-- Every function that reads the table repeats tenant_id = p_tenant.
create policy owner_searches_words on emend.memory_search for select to current_user using (true);

-- Logins: which database logins may work for a tenant. What a client sets or which role it takes decides nothing; who logged in does.

do $$
begin
  if not exists (select from pg_roles where rolname = 'emend_service') then
    create role emend_service nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;  -- another database of this server was faster
  when insufficient_privilege then
    raise exception 'the role emend_service is missing'
      using errcode = '42501', hint = 'Let a database administrator run: create role emend_service nologin, then migrate again.';
end $$;

create table emend.login (
  tenant_id integer not null default emend.current_tenant_id() references emend.tenant on delete cascade,
  login     text not null,
  bound_at  timestamptz not null default now(),
  primary key (tenant_id, login),
  constraint a_login_is_a_name_of_postgres check (octet_length(login) between 1 and 63)
);
comment on table emend.login is
  'Database logins that may work for a tenant. The owner of the tables, members of emend_service and superusers need no row; everybody else sees nothing without.';
comment on column emend.login.tenant_id is 'The tenant; owner of the row.';
comment on column emend.login.login is 'Name of the login, as session_user says it; it need not exist yet.';
comment on column emend.login.bound_at is 'When it was bound.';
create index login_by_name on emend.login (login, tenant_id);

alter table emend.login enable row level security;
alter table emend.login force row level security;
create policy own_tenant on emend.login using (tenant_id = emend.current_tenant_id()) with check (tenant_id = emend.current_tenant_id());
-- Whether a login works for a tenant is asked before there is one, by the definer function login_works_for.
create policy owner_reads_logins on emend.login for select to current_user using (true);

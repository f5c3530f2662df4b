-- Logins: which database logins may work for a tenant. What a client sets or which role it takes decides nothing; who logged in does.

do $$
begin
  begin
    if not exists (select from pg_roles where rolname = 'emend_service') then
      create role emend_service nologin;
    end if;
    if not pg_has_role(current_user, 'emend_service', 'member') then
      grant emend_service to current_user;
    end if;
  exception when duplicate_object or unique_violation then null;  -- another database of this server was faster
  end;
exception when insufficient_privilege then
  raise exception 'the role emend_service is missing, or % is no member of it', current_user
    using errcode = '42501', hint = 'Let a database administrator create it (nologin) and grant it to ' || current_user || ', then migrate again.';
end $$;

create table emend.login (
  tenant_id integer not null default emend.current_tenant_id() references emend.tenant on delete cascade,
  login     text not null,
  bound_at  timestamptz not null default now(),
  primary key (tenant_id, login),
  constraint a_login_is_a_name_of_postgres check (octet_length(login) between 1 and 63)
);
comment on table emend.login is
  'Database logins that may work for a tenant. Members of emend_service, the owner of the tables among them, and superusers need no row; everybody else sees nothing without.';
comment on column emend.login.tenant_id is 'The tenant; owner of the row.';
comment on column emend.login.login is 'Name of the login, as session_user says it; it need not exist yet.';
comment on column emend.login.bound_at is 'When it was bound.';
create index login_by_name on emend.login (login, tenant_id);

alter table emend.login enable row level security;
alter table emend.login force row level security;
create policy own_tenant on emend.login using (tenant_id = emend.current_tenant_id()) with check (tenant_id = emend.current_tenant_id());

create function emend.login_works_for(p_tenant integer) returns boolean
  language plpgsql stable parallel safe security definer set search_path = pg_catalog, emend, public, pg_temp as $$
begin
  return exists (select from emend.login l where l.login = session_user and l.tenant_id = p_tenant);
end $$;
comment on function emend.login_works_for(integer) is
  'Whether the login of this session is bound to a tenant. session_user is who logged in: no setting, role or definer function changes it.';
revoke all on function emend.login_works_for(integer) from public;

-- Every other table shows the rows of current_tenant_id(), which asks who logged in. These three are read before there is a tenant, by
-- definer functions: what those find is held to the login row by row. Who is bound sees his own rows of login, and binds nobody.
create policy owner_reads_logins on emend.login for select to current_user using (true);
create policy bound_login on emend.login as restrictive
  using (pg_has_role(session_user, 'emend_service', 'member') or login = session_user)
  with check (pg_has_role(session_user, 'emend_service', 'member'));
create policy bound_login on emend.tenant as restrictive
  using (pg_has_role(session_user, 'emend_service', 'member') or emend.login_works_for(tenant_id));
create policy bound_login on emend.api_key as restrictive
  using (pg_has_role(session_user, 'emend_service', 'member') or emend.login_works_for(tenant_id));

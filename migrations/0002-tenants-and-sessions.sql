-- Who: tenants own everything below; sessions are conversations of one user.

create table emend.tenant (
  tenant_id  integer generated always as identity primary key,
  name       text not null unique,
  policy     text not null default 'facts',
  is_isolated boolean not null default false,
  created_at timestamptz not null default now(),
  constraint a_tenant_has_a_name check (length(name) between 1 and 200),
  constraint a_policy_is_paper_or_facts check (policy in ('paper', 'facts'))
);
comment on table emend.tenant is 'One customer of the store; nothing crosses from one tenant to another.';
comment on column emend.tenant.tenant_id is 'Short internal key, first in every key of every other table.';
comment on column emend.tenant.name is 'The name that people and programs use.';
comment on column emend.tenant.policy is 'Arm used when a repair names none: paper or facts.';
comment on column emend.tenant.is_isolated is 'Workers leave it alone: the program that made it, a case or a benchmark, repairs it itself with tools of its own.';
comment on column emend.tenant.created_at is 'When the tenant was made.';

create table emend.session (
  tenant_id   integer not null default emend.current_tenant_id() references emend.tenant,
  session_id  bigint generated always as identity,
  external_id text not null,
  user_id     text,
  created_at  timestamptz not null default now(),
  primary key (tenant_id, session_id),
  constraint a_session_id_is_unique_in_its_tenant unique (tenant_id, external_id),
  constraint a_session_id_is_short check (length(external_id) between 1 and 200)
);
comment on table emend.session is 'A conversation: the turns of one user with one or more agents.';
comment on column emend.session.tenant_id is 'Owner of the row.';
comment on column emend.session.session_id is 'Internal key.';
comment on column emend.session.external_id is 'The id that the runtime uses.';
comment on column emend.session.user_id is 'The user whose inputs start its turns; null when unknown.';
comment on column emend.session.created_at is 'When it was first seen.';

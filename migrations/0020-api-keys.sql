-- Keys: what a program shows to act for a tenant in a role. The secret itself is nowhere; its digest is compared.

create type emend.key_role as enum ('agent', 'detector', 'auditor', 'worker', 'admin');
comment on type emend.key_role is
  'What a key may do: agent = record and search; detector = report faults; auditor = read all; worker = carry repairs out; admin = approve, undo, erase.';

create table emend.api_key (
  tenant_id    integer not null default emend.current_tenant_id() references emend.tenant on delete cascade,
  key_id       bigint generated always as identity,
  role         emend.key_role not null,
  user_id      text,
  name         text,
  digest       bytea not null,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz,
  revoked_at   timestamptz,
  last_used_at timestamptz,
  primary key (tenant_id, key_id),
  constraint a_digest_is_a_sha256 check (length(digest) = 32),
  constraint a_name_of_a_key_is_short check (length(name) between 1 and 200),
  constraint a_user_of_a_key_is_short check (length(user_id) between 1 and 200)
);
comment on table emend.api_key is 'Keys of a tenant. Nothing but sha256 of a secret is kept, which has 256 random bits, so that it cannot be guessed from that.';
comment on column emend.api_key.tenant_id is 'The tenant that the key opens; owner of the row.';
comment on column emend.api_key.key_id is 'Number of the key; the secret carries it, so that one row is looked at.';
comment on column emend.api_key.role is 'What the key may do.';
comment on column emend.api_key.user_id is 'The only user that the key may act for; null = any user of the tenant.';
comment on column emend.api_key.name is 'What the key is for, for people.';
comment on column emend.api_key.digest is 'sha256 of the random part of the secret.';
comment on column emend.api_key.created_at is 'When it was made.';
comment on column emend.api_key.expires_at is 'From when on it opens nothing; null = it stays good.';
comment on column emend.api_key.revoked_at is 'Since when it opens nothing; null = it was not revoked.';
comment on column emend.api_key.last_used_at is 'When it opened the tenant last, to the minute; null = never.';
create index api_key_by_id on emend.api_key (key_id);

alter table emend.api_key enable row level security;
alter table emend.api_key force row level security;
create policy own_tenant on emend.api_key using (tenant_id = emend.current_tenant_id()) with check (tenant_id = emend.current_tenant_id());
-- Whose key it is, is found out before there is a tenant, by the definer function identify_key.
create policy owner_identifies_keys on emend.api_key to current_user using (true) with check (true);

-- Requests that carry an Idempotency-Key: one execution, one answer. And the events of one repair, for those who follow it.

create table emend.http_request (
  tenant_id       integer not null references emend.tenant on delete cascade,
  key_id          bigint not null,
  idempotency_key text not null,
  fingerprint     text not null,
  status          integer,
  answer          text,
  location        text,
  started_at      timestamptz not null default now(),
  held_until      timestamptz not null,
  finished_at     timestamptz,
  primary key (tenant_id, key_id, idempotency_key),
  constraint an_idempotency_key_is_short check (length(idempotency_key) between 1 and 200),
  constraint a_finished_request_has_an_answer check ((finished_at is null) = (status is null))
);
comment on table emend.http_request is
  'A request with an Idempotency-Key, for a day: the same key and request again get this answer, and nothing is done twice.';
comment on column emend.http_request.tenant_id is 'Owner of the row.';
comment on column emend.http_request.key_id is 'The API key that asked; each has idempotency keys of its own.';
comment on column emend.http_request.idempotency_key is 'As the caller chose it.';
comment on column emend.http_request.fingerprint is 'sha256 of method, path and body: the same key with another one is refused.';
comment on column emend.http_request.status is 'HTTP status of the answer; null while the request runs.';
comment on column emend.http_request.answer is 'Body of the answer, JSON. It may quote what it answers about, so erasure removes it.';
comment on column emend.http_request.location is 'Where to look for what was made.';
comment on column emend.http_request.started_at is 'When it was asked first.';
comment on column emend.http_request.held_until is 'Sign of life of the server that runs it; past it, with no answer, nobody knows whether it was done.';
comment on column emend.http_request.finished_at is 'When it was answered.';
create index http_request_by_age on emend.http_request (tenant_id, started_at);

alter table emend.http_request enable row level security;
alter table emend.http_request force row level security;
create policy own_tenant on emend.http_request
  using (tenant_id = emend.current_tenant_id()) with check (tenant_id = emend.current_tenant_id());

create index event_by_repair on emend.event (tenant_id, repair_id, event_id) where repair_id is not null;

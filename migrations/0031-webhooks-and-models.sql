-- What a tenant is told of by HTTP, and the model that its repairs ask. Secrets are named, and nowhere kept.

create table emend.tenant_model (
  tenant_id integer not null default emend.current_tenant_id() references emend.tenant on delete cascade,
  name      text not null,
  url       text,
  secret    text,
  set_at    timestamptz not null default now(),
  primary key (tenant_id),
  constraint a_name_of_a_model_is_short check (length(name) between 1 and 200),
  constraint a_model_is_asked_by_http check (url ~ '^https?://'),
  constraint an_address_of_a_model_is_short check (length(url) <= 2000),
  constraint a_key_of_a_model_is_named_and_not_kept check (secret ~ '^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$' and length(secret) <= 64)
);
comment on table emend.tenant_model is 'The model that repairs of a tenant ask; without a row, the one that the worker is configured with.';
comment on column emend.tenant_model.tenant_id is 'Owner of the row; the tenant of the transaction unless named.';
comment on column emend.tenant_model.name is 'As the endpoint calls it; reference is the built-in rules.';
comment on column emend.tenant_model.url is 'Base URL of an OpenAI-compatible endpoint; null = that of OpenAI.';
comment on column emend.tenant_model.secret is 'Name of the secret that holds its key; the worker looks for it in its environment.';
comment on column emend.tenant_model.set_at is 'Since when.';

create table emend.webhook (
  tenant_id   integer not null default emend.current_tenant_id() references emend.tenant on delete cascade,
  webhook_id  bigint generated always as identity,
  url         text not null,
  secret      text not null,
  types       text[],
  created_at  timestamptz not null default now(),
  disabled_at timestamptz,
  primary key (tenant_id, webhook_id),
  constraint a_webhook_is_called_by_http check (url ~ '^https?://'),
  constraint an_address_of_a_webhook_is_short check (length(url) <= 2000),
  constraint a_key_of_a_webhook_is_named_and_not_kept check (secret ~ '^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$' and length(secret) <= 64),
  constraint a_webhook_is_told_of_something check (cardinality(types) between 1 and 20)
);
comment on table emend.webhook is 'Addresses that are told what happens in a tenant, in ids.';
comment on column emend.webhook.tenant_id is 'Owner of the row; the tenant of the transaction unless named.';
comment on column emend.webhook.webhook_id is 'Number of the webhook.';
comment on column emend.webhook.url is 'Where messages are posted to.';
comment on column emend.webhook.secret is 'Name of the secret that messages are signed with; the worker looks for it in its environment.';
comment on column emend.webhook.types is 'What it is told of; null = everything there is.';
comment on column emend.webhook.created_at is 'Since when.';
comment on column emend.webhook.disabled_at is 'When its receiver said that it is gone; nothing is sent from then on.';

create table emend.webhook_message (
  tenant_id      integer not null,
  webhook_id     bigint not null,
  event_id       bigint not null,
  type           text not null,
  state          text not null default 'pending',
  attempt_count  integer not null default 0,
  due_at         timestamptz not null default now(),
  last_error     text,
  finished_at    timestamptz,
  primary key (tenant_id, webhook_id, event_id),
  foreign key (tenant_id, webhook_id) references emend.webhook on delete cascade,
  constraint a_message_is_pending_sent_or_given_up check (state in ('pending', 'sent', 'given_up')),
  constraint an_error_of_a_message_is_short check (length(last_error) <= 500)
);
comment on table emend.webhook_message is 'One message to one webhook. The row is the truth: a message is sent until its receiver has taken it, always with the same id.';
comment on column emend.webhook_message.tenant_id is 'Owner of the row.';
comment on column emend.webhook_message.webhook_id is 'The receiver.';
comment on column emend.webhook_message.event_id is 'What happened.';
comment on column emend.webhook_message.type is 'As the receiver is told it, like repair.done.';
comment on column emend.webhook_message.state is 'pending; sent = the receiver has taken it; given_up = its attempts are used up, or the receiver is gone.';
comment on column emend.webhook_message.attempt_count is 'How often it was sent.';
comment on column emend.webhook_message.due_at is 'Not before; past an attempt under way, nobody sends it again sooner.';
comment on column emend.webhook_message.last_error is 'Why the last attempt failed: a status or a code, nothing that the receiver said.';
comment on column emend.webhook_message.finished_at is 'When it was taken or given up.';
create index webhook_message_due on emend.webhook_message (tenant_id, due_at) where state = 'pending';

do $$
declare t text;
begin
  foreach t in array array['tenant_model', 'webhook', 'webhook_message'] loop
    execute format('alter table emend.%I enable row level security', t);
    execute format('alter table emend.%I force row level security', t);
    execute format('create policy own_tenant on emend.%I using (tenant_id = emend.current_tenant_id()) with check (tenant_id = emend.current_tenant_id())', t);
  end loop;
end $$;

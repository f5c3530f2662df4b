-- Tools that live elsewhere: an address that a repair calls, and what calling it again does to the world.

create type emend.tool_door as enum ('http', 'mcp');
comment on type emend.tool_door is 'How a tool is called: http = a callback is posted to; mcp = a tool of an MCP server.';

create table emend.registered_tool (
  tenant_id       integer not null default emend.current_tenant_id() references emend.tenant on delete cascade,
  name            text not null,
  door            emend.tool_door not null,
  url             text,
  server          text,
  remote_name     text,
  reset_name      text,
  compensate_name text,
  description     text,
  effect          emend.effect_class not null,
  parameters      jsonb,
  timeout_ms      integer not null default 30000,
  secret          text,
  registered_at   timestamptz not null default now(),
  primary key (tenant_id, name),
  constraint a_tool_is_named_in_plain_letters check (name ~ '^[A-Za-z0-9_.-]{1,64}$'),
  constraint a_tool_is_called_by_http check (url ~ '^https?://'),
  constraint an_address_of_a_tool_is_short check (length(url) <= 2000),
  constraint a_tool_lives_in_one_place check (
    case door when 'http' then url is not null and server is null and coalesce(remote_name, reset_name, compensate_name) is null
              else (url is null) <> (server is null) and remote_name is not null end),
  constraint a_server_is_named_in_plain_letters check (server ~ '^[A-Za-z0-9_.-]{1,64}$'),
  constraint names_at_the_server_are_short check (greatest(length(remote_name), length(reset_name), length(compensate_name)) <= 200),
  constraint a_tool_has_what_its_effect_needs check (
    door = 'http' or (effect <> 'resettable' or reset_name is not null) and (effect <> 'compensating' or compensate_name is not null)),
  constraint a_description_of_a_tool_is_short check (length(description) <= 2000),
  constraint parameters_of_a_tool_are_short check (length(parameters::text) <= 32768),
  constraint a_tool_has_ten_minutes_at_most check (timeout_ms between 1 and 600000),
  constraint a_secret_is_named_and_not_kept check (secret ~ '^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$' and length(secret) <= 64)
);
comment on table emend.registered_tool is
  'Tools of a tenant that are called at an address. No row starts a program, and none holds a secret: those are the worker''s own.';
comment on column emend.registered_tool.tenant_id is 'Owner of the row; the tenant of the transaction unless named.';
comment on column emend.registered_tool.name is 'As steps call it.';
comment on column emend.registered_tool.door is 'How it is called.';
comment on column emend.registered_tool.url is 'The callback, or the MCP server; null where the server is one of the worker''s own.';
comment on column emend.registered_tool.server is 'Name of an MCP server in the worker''s configuration.';
comment on column emend.registered_tool.remote_name is 'Its name at the MCP server.';
comment on column emend.registered_tool.reset_name is 'Tool of the MCP server that puts the world back before a second call.';
comment on column emend.registered_tool.compensate_name is 'Tool of the MCP server that undoes an earlier call.';
comment on column emend.registered_tool.description is 'One sentence for the model.';
comment on column emend.registered_tool.effect is 'What calling it again does to the world.';
comment on column emend.registered_tool.parameters is 'JSON Schema of its arguments.';
comment on column emend.registered_tool.timeout_ms is 'How long a call may take.';
comment on column emend.registered_tool.secret is 'Name of the secret that it is called with; the worker looks for it in its environment.';
comment on column emend.registered_tool.registered_at is 'When it was registered, or last changed.';

alter table emend.registered_tool enable row level security;
alter table emend.registered_tool force row level security;
create policy own_tenant on emend.registered_tool
  using (tenant_id = emend.current_tenant_id()) with check (tenant_id = emend.current_tenant_id());

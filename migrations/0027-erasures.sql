-- Erasures: that the data of a user went, when, by whom, and what is empty since. The ids of what went stay, its text is nowhere.

create table emend.erasure (
  tenant_id  integer not null default emend.current_tenant_id() references emend.tenant on delete cascade,
  erasure_id bigint generated always as identity,
  user_id    text not null,
  repair_id  bigint,
  actor      text not null,
  counts     jsonb not null default '{}',
  erased_at  timestamptz not null default now(),
  primary key (tenant_id, erasure_id),
  foreign key (tenant_id, repair_id) references emend.repair on delete cascade,
  constraint counts_are_an_object check (jsonb_typeof(counts) = 'object')
);
comment on table emend.erasure is 'That the data of a user was erased: the proof for whoever asked for it. It holds no text.';
comment on column emend.erasure.tenant_id is 'Owner of the row.';
comment on column emend.erasure.erasure_id is 'Number of the erasure.';
comment on column emend.erasure.user_id is 'Whose data it was; ids stay.';
comment on column emend.erasure.repair_id is 'The repair that withdraws what others had made from it, and makes it anew from the rest; null where nothing was left to erase.';
comment on column emend.erasure.actor is 'Who asked.';
comment on column emend.erasure.counts is 'Rows that were emptied or removed, by table.';
comment on column emend.erasure.erased_at is 'When.';
create index erasure_by_user on emend.erasure (tenant_id, user_id);
create index erasure_by_repair on emend.erasure (tenant_id, repair_id);

create table emend.erased_node (
  tenant_id  integer not null,
  node_id    bigint not null,
  erasure_id bigint not null,
  is_derived boolean not null,
  primary key (tenant_id, node_id),
  foreign key (tenant_id, node_id) references emend.node on delete cascade,
  foreign key (tenant_id, erasure_id) references emend.erasure on delete cascade
);
comment on table emend.erased_node is 'Nodes whose text was erased. Nothing brings one back: no undo, no repair, no record of the same id.';
comment on column emend.erased_node.tenant_id is 'Owner of the row.';
comment on column emend.erased_node.node_id is 'The node, which is empty now.';
comment on column emend.erased_node.erasure_id is 'The erasure.';
comment on column emend.erased_node.is_derived is 'It was somebody else''s, made from what was erased; a repair may make it anew from the rest.';
create index erased_node_by_erasure on emend.erased_node (tenant_id, erasure_id);

do $$
declare t text;
begin
  foreach t in array array['erasure', 'erased_node'] loop
    execute format('alter table emend.%I enable row level security', t);
    execute format('alter table emend.%I force row level security', t);
    execute format('create policy own_tenant on emend.%I using (tenant_id = emend.current_tenant_id()) with check (tenant_id = emend.current_tenant_id())', t);
  end loop;
end $$;

alter table emend.model_call add column user_id text;
comment on column emend.model_call.user_id is 'The user whose turn it was, where the caller said; null for repairs, which name theirs.';
create index model_call_by_user on emend.model_call (tenant_id, user_id) where user_id is not null;

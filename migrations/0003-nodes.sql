-- The supertype: one id space for inputs, steps and memories, and the clock of the tenant.

create sequence emend.node_id_seq as bigint;
comment on sequence emend.node_id_seq is
  'The clock: ids are handed out after a record call has resolved and locked what it cites, so that an edge runs from a smaller to a larger id.';

create function emend.clock() returns bigint
  language sql volatile security definer set search_path = pg_catalog, emend, public, pg_temp
  begin atomic
    select case when s.is_called then s.last_value else 0 end from emend.node_id_seq s;
  end;
comment on function emend.clock() is 'The last tick handed out, in any tenant; whoever compares a node with it knows which was first.';

create table emend.node (
  tenant_id   integer not null,
  node_id     bigint not null,
  external_id text not null,
  kind        emend.node_kind not null,
  session_id  bigint,
  turn        integer,
  user_id     text,
  recorded_at timestamptz not null default now(),
  primary key (tenant_id, node_id),
  constraint a_node_id_is_unique_in_its_tenant unique (tenant_id, external_id),
  constraint a_node_id_is_short check (length(external_id) between 1 and 200),
  constraint a_turn_counts_from_one check (turn >= 1),
  constraint a_step_or_input_has_a_session check (kind = 'memory' or (session_id is not null and turn is not null))
);
comment on table emend.node is
  'Every input, step and memory version. Written by the record functions only; its row is also the lock between recorders and repairs.';
comment on column emend.node.tenant_id is 'Owner of the row.';
comment on column emend.node.node_id is 'Internal id and logical clock t: larger is later.';
comment on column emend.node.external_id is 'The id that everybody outside uses.';
comment on column emend.node.kind is 'input, memory, or the type of the step.';
comment on column emend.node.session_id is 'Session of an input or step; of the producing step for a memory; null for a root memory.';
comment on column emend.node.turn is 'Turn within the session, from 1.';
comment on column emend.node.user_id is 'Owner of a memory, author of an input, user of the session for a step.';
comment on column emend.node.recorded_at is 'Wall time of recording; never orders anything.';

create index node_by_turn on emend.node (tenant_id, session_id, turn, node_id) where session_id is not null;

create table emend.input (
  tenant_id integer not null,
  input_id  bigint not null,
  content   text not null,
  primary key (tenant_id, input_id),
  foreign key (tenant_id, input_id) references emend.node on delete cascade
);
comment on table emend.input is 'What users said.';
comment on column emend.input.tenant_id is 'Owner of the row.';
comment on column emend.input.input_id is 'The node.';
comment on column emend.input.content is 'The text, byte for byte.';

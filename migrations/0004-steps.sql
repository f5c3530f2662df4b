-- What agents did.

create table emend.step (
  tenant_id      integer not null,
  step_id        bigint not null,
  content        text not null,
  agent_id       text,
  used_ids       bigint[] not null default '{}',
  generated_ids  bigint[] not null default '{}',
  consumed_ids   bigint[] not null default '{}',
  used_basis     emend.edge_basis not null default 'declared',
  justifications jsonb,
  facts          jsonb,
  tool_name      text,
  tool_args      jsonb,
  call_id        text,
  query_text     text,
  query_k        integer,
  query_scope    jsonb,
  primary key (tenant_id, step_id),
  foreign key (tenant_id, step_id) references emend.node on delete cascade,
  constraint a_query_returns_1_to_1000 check (query_k between 1 and 1000),
  constraint justifications_are_a_list check (jsonb_typeof(justifications) = 'array'),
  constraint facts_of_a_step_are_a_list check (jsonb_typeof(facts) = 'array')
);
comment on table emend.step is 'What an agent did, as it was recorded; never updated. Its type is the kind of its node.';
comment on column emend.step.tenant_id is 'Owner of the row.';
comment on column emend.step.step_id is 'The node.';
comment on column emend.step.content is 'What the step says: the claim, the plan, the observation, the answer.';
comment on column emend.step.agent_id is 'The agent that took it.';
comment on column emend.step.used_ids is 'Evidence in the recorded order; the results of a memory_read.';
comment on column emend.step.generated_ids is 'Memories that the step made.';
comment on column emend.step.consumed_ids is 'Memories that a delete, update or consolidate declares retired.';
comment on column emend.step.used_basis is 'inferred when the agent named no evidence and the turn''s was taken.';
comment on column emend.step.justifications is 'Alternative sets of node ids, each sufficient alone: a list of lists of internal ids.';
comment on column emend.step.facts is 'Facts the agent gave with the record: {entity, attribute, value}.';
comment on column emend.step.tool_name is 'Tool of an action or observation.';
comment on column emend.step.tool_args is 'Arguments of an action.';
comment on column emend.step.call_id is 'The caller''s id of the tool call; repeats within a run are allowed.';
comment on column emend.step.query_text is 'What a memory_read asked for.';
comment on column emend.step.query_k is 'How many results it wanted.';
comment on column emend.step.query_scope is 'Filters of the read: {user_id, agent_id, session_id}.';
create index step_with_query on emend.step (tenant_id, step_id) where query_text is not null;
create index step_with_justifications on emend.step (tenant_id, step_id) where justifications is not null;

create table emend.step_state (
  tenant_id  integer not null,
  step_id    bigint not null,
  validity   emend.step_validity not null,
  repair_id  bigint not null,
  is_stale_answer boolean not null default false,
  changed_at timestamptz not null default now(),
  primary key (tenant_id, step_id),
  foreign key (tenant_id, step_id) references emend.step on delete cascade
);
comment on table emend.step_state is 'Steps that may not be cited; a step without a row is valid. Narrow, because repairs write it in bulk.';
comment on column emend.step_state.tenant_id is 'Owner of the row.';
comment on column emend.step_state.step_id is 'The step.';
comment on column emend.step_state.validity is 'withheld from the commit of the plan, invalid from its application.';
comment on column emend.step_state.repair_id is 'The repair that decided it.';
comment on column emend.step_state.is_stale_answer is 'An invalid answer of another session, waiting until somebody asks for it again.';
comment on column emend.step_state.changed_at is 'Wall time of the last change.';

create table emend.replacement (
  tenant_id   integer not null,
  new_node_id bigint not null,
  old_node_id bigint not null,
  repair_id   bigint not null,
  primary key (tenant_id, new_node_id, old_node_id),
  foreign key (tenant_id, new_node_id) references emend.node on delete cascade,
  foreign key (tenant_id, old_node_id) references emend.node on delete cascade,
  constraint a_replacement_is_younger check (new_node_id > old_node_id)
);
comment on table emend.replacement is 'Which node a repair made in the place of which; nothing old is overwritten.';
comment on column emend.replacement.tenant_id is 'Owner of the row.';
comment on column emend.replacement.new_node_id is 'The node the repair made.';
comment on column emend.replacement.old_node_id is 'The node it stands for.';
comment on column emend.replacement.repair_id is 'The repair that made it.';
create index replacement_by_old on emend.replacement (tenant_id, old_node_id);

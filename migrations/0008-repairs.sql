-- What is done about it: the repair, its plan, its replay, its calls, its journal.

create table emend.repair (
  tenant_id        integer not null references emend.tenant,
  repair_id        bigint generated always as identity,
  policy           text not null default 'facts',
  options          jsonb not null default '{}',
  state            emend.repair_state not null default 'open',
  waiting_for      text,
  graph_version    bigint,
  plan_hash        text,
  failed_answer_id bigint,
  new_answer_id    bigint,
  lease_owner      text,
  lease_epoch      integer not null default 0,
  leased_until     timestamptz,
  attempt_count    integer not null default 0,
  model_calls      integer not null default 0,
  probe_calls      integer not null default 0,
  error_code       text,
  error_detail     text,
  opened_at        timestamptz not null default now(),
  planned_at       timestamptz,
  applied_at       timestamptz,
  finished_at      timestamptz,
  undone_at        timestamptz,
  primary key (tenant_id, repair_id),
  constraint the_policy_of_a_repair_is_paper_or_facts check (policy in ('paper', 'facts')),
  constraint a_repair_waits_for_a_person check (waiting_for in ('approval', 'tool', 'overlap'))
);
comment on table emend.repair is 'One repair of one connected group of faults. This row, not a queue, is the truth about it.';
comment on column emend.repair.tenant_id is 'Owner of the row.';
comment on column emend.repair.repair_id is 'Number of the repair.';
comment on column emend.repair.policy is 'Arm: paper or facts.';
comment on column emend.repair.options is 'Ablations and limits chosen for it.';
comment on column emend.repair.state is 'The last commit boundary it passed.';
comment on column emend.repair.waiting_for is 'Why it stands still: approval or tool = a person decides; overlap = an older repair goes first. null = it runs.';
comment on column emend.repair.graph_version is 'Largest node id the plan has seen.';
comment on column emend.repair.plan_hash is 'sha256 of the canonical plan.';
comment on column emend.repair.failed_answer_id is 'The answer to repair; null when no answer is affected.';
comment on column emend.repair.new_answer_id is 'The regenerated answer; null when the old one was kept.';
comment on column emend.repair.lease_owner is 'Worker that has it.';
comment on column emend.repair.lease_epoch is 'Grows at each claim; every later write carries it.';
comment on column emend.repair.leased_until is 'By the database''s clock; past it anybody may claim.';
comment on column emend.repair.attempt_count is 'Claims since the last boundary.';
comment on column emend.repair.model_calls is 'Model calls of the replay, failed ones included.';
comment on column emend.repair.probe_calls is 'Model calls of the verification.';
comment on column emend.repair.error_code is 'Code of the error that stopped it.';
comment on column emend.repair.error_detail is 'What the error said.';
comment on column emend.repair.opened_at is 'When its faults were grouped.';
comment on column emend.repair.planned_at is 'Commit of the plan (B2).';
comment on column emend.repair.applied_at is 'Commit of the dispositions (B3).';
comment on column emend.repair.finished_at is 'When it reached an end.';
comment on column emend.repair.undone_at is 'When it was undone; null after it was done again.';
create index repair_unfinished on emend.repair (tenant_id, repair_id) where state not in ('done', 'failed', 'undone');
alter table emend.fault add constraint a_fault_belongs_to_a_repair_of_its_tenant
  foreign key (tenant_id, repair_id) references emend.repair;

create table emend.plan_row (
  tenant_id       integer not null,
  repair_id       bigint not null,
  node_id         bigint not null,
  node_kind       emend.node_kind not null,
  disposition     emend.disposition not null,
  rule            text not null,
  reason          text not null,
  is_affected     boolean not null,
  is_supported    boolean not null default false,
  is_invalid      boolean not null default false,
  is_stale_answer boolean not null default false,
  replay_position integer,
  status_before   emend.memory_status,
  proof           jsonb,
  primary key (tenant_id, repair_id, node_id),
  foreign key (tenant_id, repair_id) references emend.repair on delete cascade,
  foreign key (tenant_id, node_id) references emend.node on delete cascade,
  constraint a_rule_is_one_of_thirteen check (rule ~ '^R([1-9]|1[0-3])$'),
  constraint a_disposition_fits_its_node check (
    case when node_kind = 'memory' then disposition in ('delete', 'quarantine', 'reopen', 'keep')
         else disposition in ('replay', 'preserve', 'redundant', 'suspicious') and node_kind <> 'input' end),
  constraint only_replayed_steps_have_a_position check ((disposition = 'replay') = (replay_position is not null)),
  constraint a_preserved_step_is_valid check (not (disposition = 'preserve' and is_invalid))
);
comment on table emend.plan_row is 'What the plan of a repair does with one node. The key makes dispositions disjoint.';
comment on column emend.plan_row.tenant_id is 'Owner of the row.';
comment on column emend.plan_row.repair_id is 'The repair.';
comment on column emend.plan_row.node_id is 'The memory or step.';
comment on column emend.plan_row.node_kind is 'Its kind, copied for the checks.';
comment on column emend.plan_row.disposition is 'What happens to it.';
comment on column emend.plan_row.rule is 'R1 to R13: the rule that made the row.';
comment on column emend.plan_row.reason is 'Why, in words.';
comment on column emend.plan_row.is_affected is 'It is in A0; false for prerequisites and reopened memories outside it.';
comment on column emend.plan_row.is_supported is 'It stands on evidence outside the faults.';
comment on column emend.plan_row.is_invalid is 'The step''s output may no longer be cited.';
comment on column emend.plan_row.is_stale_answer is 'An invalid answer that this repair does not regenerate.';
comment on column emend.plan_row.replay_position is 'Order of replay, from 1.';
comment on column emend.plan_row.status_before is 'Status of a memory before the repair, for undo.';
comment on column emend.plan_row.proof is 'Path to trusted roots, or the facts that lack support.';
create index plan_row_by_node on emend.plan_row (tenant_id, node_id);

create table emend.replay_step (
  tenant_id    integer not null,
  repair_id    bigint not null,
  step_id      bigint not null,
  position     integer not null,
  state        text not null default 'pending',
  intent_key   text,
  prompt_hash  text,
  new_step_id  bigint,
  is_changed   boolean,
  detail       jsonb,
  started_at   timestamptz,
  finished_at  timestamptz,
  primary key (tenant_id, repair_id, step_id),
  foreign key (tenant_id, repair_id) references emend.repair on delete cascade,
  foreign key (tenant_id, step_id) references emend.step on delete cascade,
  constraint a_replay_state_is_known check (state in ('pending', 'intended', 'done', 'noop', 'cut_off', 'reused', 'waiting', 'failed')),
  constraint an_intent_has_a_key check (state <> 'intended' or intent_key is not null)
);
comment on table emend.replay_step is 'One recorded result per repair and step; the loser of a race reads the winner''s row.';
comment on column emend.replay_step.tenant_id is 'Owner of the row.';
comment on column emend.replay_step.repair_id is 'The repair.';
comment on column emend.replay_step.step_id is 'The step that is replayed.';
comment on column emend.replay_step.position is 'Order of replay, from 1.';
comment on column emend.replay_step.state is
  'pending; intended (B4, a call may be under way); done; noop (nothing justified it any more); cut_off (its inputs came out the same); reused; waiting (for a person); failed.';
comment on column emend.replay_step.intent_key is 'Idempotency key of the attempt: repair and step.';
comment on column emend.replay_step.prompt_hash is 'sha256 of what the model or tool was asked.';
comment on column emend.replay_step.new_step_id is 'The node that replaces it; null for noop and cut_off.';
comment on column emend.replay_step.is_changed is 'Whether the new step says something else than the old one.';
comment on column emend.replay_step.detail is 'Structured notes for the executor: calls planned, memories made.';
comment on column emend.replay_step.started_at is 'Commit of the intent (B4).';
comment on column emend.replay_step.finished_at is 'Commit of the result (B5).';

create table emend.tool_call (
  tenant_id       integer not null,
  tool_call_id    bigint generated always as identity,
  repair_id       bigint,
  step_id         bigint,
  tool_name       text not null,
  effect          emend.effect_class not null,
  args            jsonb not null,
  idempotency_key text not null,
  state           text not null default 'intended',
  result          jsonb,
  decided_by      text,
  started_at      timestamptz not null default now(),
  finished_at     timestamptz,
  primary key (tenant_id, tool_call_id),
  foreign key (tenant_id, repair_id) references emend.repair on delete cascade,
  constraint a_call_is_made_once_per_key unique (tenant_id, idempotency_key),
  constraint a_call_state_is_known check (state in ('waiting', 'approved', 'skipped', 'intended', 'done', 'error', 'lost', 'compensated'))
);
comment on table emend.tool_call is 'Every tool call of a repair: intent before, result after. A lost irreversible call asks a person, never retries.';
comment on column emend.tool_call.tenant_id is 'Owner of the row.';
comment on column emend.tool_call.tool_call_id is 'Internal key.';
comment on column emend.tool_call.repair_id is 'The repair.';
comment on column emend.tool_call.step_id is 'The action that is replayed.';
comment on column emend.tool_call.tool_name is 'The tool.';
comment on column emend.tool_call.effect is 'Its declared class.';
comment on column emend.tool_call.args is 'Arguments of the call.';
comment on column emend.tool_call.idempotency_key is 'Handed to the tool; unique, so that one intent exists.';
comment on column emend.tool_call.state is
  'waiting for a person; approved or skipped by one; intended (may be under way); done; error (the tool answered with one); lost (a crash hid the result); compensated.';
comment on column emend.tool_call.result is 'What the tool returned.';
comment on column emend.tool_call.decided_by is 'Who approved or skipped it.';
comment on column emend.tool_call.started_at is 'Commit of the intent.';
comment on column emend.tool_call.finished_at is 'Commit of the result.';

create table emend.model_call (
  tenant_id         integer not null,
  model_call_id     bigint generated always as identity,
  repair_id         bigint,
  step_id           bigint,
  purpose           text not null,
  stage             text not null,
  model             text not null,
  mode              text not null,
  request_hash      text not null,
  request           jsonb not null,
  response          jsonb,
  error             text,
  prompt_tokens     integer,
  completion_tokens integer,
  latency_ms        integer,
  called_at         timestamptz not null default now(),
  primary key (tenant_id, model_call_id),
  foreign key (tenant_id, repair_id) references emend.repair on delete cascade,
  constraint a_purpose_is_known check (purpose in ('agent', 'replay', 'probe', 'ask')),
  constraint a_mode_is_known check (mode in ('live', 'record', 'replay'))
);
comment on table emend.model_call is 'Every call of the model, failed ones included; with mode replay, answers come from here.';
comment on column emend.model_call.tenant_id is 'Owner of the row.';
comment on column emend.model_call.model_call_id is 'Internal key.';
comment on column emend.model_call.repair_id is 'The repair it served; null for an agent''s own turn.';
comment on column emend.model_call.step_id is 'The step it replayed.';
comment on column emend.model_call.purpose is 'agent, replay, probe (verification) or ask.';
comment on column emend.model_call.stage is 'claim, plan, answer or mutation.';
comment on column emend.model_call.model is 'Name of the model that answered.';
comment on column emend.model_call.mode is 'live, record or replay.';
comment on column emend.model_call.request_hash is 'sha256 of the canonical request.';
comment on column emend.model_call.request is 'The request as sent.';
comment on column emend.model_call.response is 'The validated response.';
comment on column emend.model_call.error is 'Why there is none.';
comment on column emend.model_call.prompt_tokens is 'As the endpoint counted.';
comment on column emend.model_call.completion_tokens is 'As the endpoint counted.';
comment on column emend.model_call.latency_ms is 'Wall time of the call.';
comment on column emend.model_call.called_at is 'When it was made.';
create index model_call_by_hash on emend.model_call (tenant_id, request_hash, model_call_id) where response is not null;
create index model_call_by_repair on emend.model_call (tenant_id, repair_id);

create table emend.verification (
  tenant_id       integer not null,
  repair_id       bigint not null,
  violation_count integer not null,
  is_sufficient   boolean not null,
  missing_facts   jsonb not null default '[]',
  ring            integer not null default 0,
  detail          jsonb not null default '{}',
  verified_at     timestamptz not null default now(),
  primary key (tenant_id, repair_id),
  foreign key (tenant_id, repair_id) references emend.repair on delete cascade
);
comment on table emend.verification is 'What was checked after a repair, and what came out.';
comment on column emend.verification.tenant_id is 'Owner of the row.';
comment on column emend.verification.repair_id is 'The repair.';
comment on column emend.verification.violation_count is 'Rows in all violations_ views.';
comment on column emend.verification.is_sufficient is 'The repaired store alone gives the repaired answer.';
comment on column emend.verification.missing_facts is 'Facts of the answer that the store does not hold.';
comment on column emend.verification.ring is 'How far the repair had to widen: 0 = not at all.';
comment on column emend.verification.detail is 'Probe answer and its comparison.';
comment on column emend.verification.verified_at is 'When.';

create table emend.journal (
  tenant_id   integer not null,
  journal_id  bigint generated always as identity,
  node_id     bigint,
  repair_id   bigint,
  fault_id    bigint,
  actor       text not null default current_user,
  action      text not null,
  from_status text,
  to_status   text,
  rule        text,
  reason      text,
  plan_hash   text,
  written_at  timestamptz not null default now(),
  primary key (tenant_id, journal_id)
);
comment on table emend.journal is 'Every transition, forever: who, what, why. Append-only.';
comment on column emend.journal.tenant_id is 'Owner of the row.';
comment on column emend.journal.journal_id is 'Order of writing.';
comment on column emend.journal.node_id is 'The memory or step that changed; null for a transition of the repair itself.';
comment on column emend.journal.repair_id is 'The repair that changed it.';
comment on column emend.journal.fault_id is 'The fault behind it.';
comment on column emend.journal.actor is 'Who did it: a role, a worker, a person.';
comment on column emend.journal.action is 'What was done, a verb.';
comment on column emend.journal.from_status is 'Status before.';
comment on column emend.journal.to_status is 'Status after.';
comment on column emend.journal.rule is 'R1 to R13, where a plan decided.';
comment on column emend.journal.reason is 'Why, in words.';
comment on column emend.journal.plan_hash is 'The plan that decided.';
comment on column emend.journal.written_at is 'Wall time.';
create index journal_by_node on emend.journal (tenant_id, node_id, journal_id);
create index journal_by_repair on emend.journal (tenant_id, repair_id, journal_id);

create table emend.event (
  tenant_id integer not null,
  event_id  bigint generated always as identity,
  type      text not null,
  node_id   bigint,
  repair_id bigint,
  fault_id  bigint,
  at        timestamptz not null default now(),
  primary key (tenant_id, event_id),
  constraint an_event_is_noun_and_verb check (type ~ '^[a-z_]+:[a-z_]+$')
);
comment on table emend.event is 'What others may want to know; announced on channel emend with ids only.';
comment on column emend.event.tenant_id is 'Owner of the row.';
comment on column emend.event.event_id is 'Order of events.';
comment on column emend.event.type is 'noun:verb, like answer:stale.';
comment on column emend.event.node_id is 'The node it is about.';
comment on column emend.event.repair_id is 'The repair it is about.';
comment on column emend.event.fault_id is 'The fault it is about.';
comment on column emend.event.at is 'Wall time.';
create index event_late on emend.event (tenant_id, repair_id, node_id) where type = 'record:late';

-- What agents remember: wide rows never updated, narrow rows for what changes.

create table emend.memory (
  tenant_id         integer not null,
  memory_id         bigint not null,
  content           text not null,
  source            emend.memory_source not null,
  agent_id          text,
  trust_score       real,
  producing_step_id bigint,
  derived_from      bigint[] not null default '{}',
  supersedes        bigint[] not null default '{}',
  facts             jsonb,
  primary key (tenant_id, memory_id),
  foreign key (tenant_id, memory_id) references emend.node on delete cascade,
  constraint trust_is_between_0_and_1 check (trust_score between 0 and 1),
  constraint facts_of_a_memory_are_a_list check (jsonb_typeof(facts) = 'array')
);
comment on table emend.memory is 'A memory version as it was written; never updated. Its owner is the user of its node.';
comment on column emend.memory.tenant_id is 'Owner of the row.';
comment on column emend.memory.memory_id is 'The node.';
comment on column emend.memory.content is 'What is remembered.';
comment on column emend.memory.source is 'Where the content came from.';
comment on column emend.memory.agent_id is 'The agent that wrote it.';
comment on column emend.memory.trust_score is 'A runtime''s own estimate, 0 to 1; kept for analysis, read by no stage.';
comment on column emend.memory.producing_step_id is 'The step that made it; null for a root memory.';
comment on column emend.memory.derived_from is 'Parent memories.';
comment on column emend.memory.supersedes is 'Memories it replaces.';
comment on column emend.memory.facts is 'Facts given with the record: {entity, attribute, value}.';

create table emend.memory_state (
  tenant_id   integer not null,
  memory_id   bigint not null,
  status      emend.memory_status not null default 'active',
  is_withheld boolean not null default false,
  changed_at  timestamptz not null default now(),
  primary key (tenant_id, memory_id),
  foreign key (tenant_id, memory_id) references emend.memory on delete cascade
);
comment on table emend.memory_state is
  'What changes of a memory. Agents can read a memory only while it is active and not withheld. Changed through emend.set_memory_status only.';
comment on column emend.memory_state.tenant_id is 'Owner of the row.';
comment on column emend.memory_state.memory_id is 'The memory.';
comment on column emend.memory_state.status is 'Where it stands.';
comment on column emend.memory_state.is_withheld is 'True from the commit of a fault or plan until the plan is applied or the fault is withdrawn.';
comment on column emend.memory_state.changed_at is 'Wall time of the last change.';

create table emend.memory_search (
  tenant_id integer not null,
  memory_id bigint not null,
  user_id   text,
  agent_id  text,
  segments  text not null,
  is_segmented boolean not null default false,
  words     tsvector generated always as (strip(to_tsvector('simple', segments))) stored,
  primary key (tenant_id, memory_id),
  foreign key (tenant_id, memory_id) references emend.memory on delete cascade
);
comment on table emend.memory_search is 'Derived data: the text of a memory cut into words for search.';
comment on column emend.memory_search.tenant_id is 'Owner of the row.';
comment on column emend.memory_search.memory_id is 'The memory.';
comment on column emend.memory_search.user_id is 'Owner of the memory, copied for filtering.';
comment on column emend.memory_search.agent_id is 'Agent that wrote it, copied for filtering.';
comment on column emend.memory_search.segments is 'Words separated by spaces; the content itself until a worker has cut it.';
comment on column emend.memory_search.is_segmented is 'False for rows written by plain SQL, until a worker pass cuts their words.';
comment on column emend.memory_search.words is 'What text search looks at; without places, which no search asks for and ranking would have to skip.';
create index memory_search_words on emend.memory_search using gin (words);
create index memory_search_trigrams on emend.memory_search using gin (segments public.gin_trgm_ops);
create index memory_search_unsegmented on emend.memory_search (tenant_id, memory_id) where not is_segmented;
create index memory_search_by_user on emend.memory_search (tenant_id, user_id, memory_id);

create table emend.tombstone (
  tenant_id      integer not null,
  tombstone_id   bigint generated always as identity,
  memory_id      bigint not null,
  fault_id       bigint,
  repair_id      bigint,
  user_id        text,
  content_digest bytea not null,
  buried_t       bigint not null,
  checked_t      bigint not null default 0,
  lifted_at      timestamptz,
  primary key (tenant_id, tombstone_id),
  foreign key (tenant_id, memory_id) references emend.node on delete cascade
);
comment on table emend.tombstone is 'What a repair deleted must not come back by extraction, consolidation or import; a new statement of the user gets through.';
comment on column emend.tombstone.tenant_id is 'Owner of the row.';
comment on column emend.tombstone.tombstone_id is 'Internal key.';
comment on column emend.tombstone.memory_id is 'The memory that was deleted.';
comment on column emend.tombstone.fault_id is 'The fault that named it.';
comment on column emend.tombstone.repair_id is 'The repair that deleted it.';
comment on column emend.tombstone.user_id is 'Owner of the memory; null means of everybody.';
comment on column emend.tombstone.content_digest is 'emend.content_digest of the content: no readable text stays here.';
comment on column emend.tombstone.buried_t is 'Clock when it was buried: an input of the user younger than this may say it anew.';
comment on column emend.tombstone.checked_t is 'Memories up to this tick have been looked at by a worker: none says again, in other words, what was buried.';
comment on column emend.tombstone.lifted_at is 'When the repair was undone or the user said it anew.';
create index tombstone_by_digest on emend.tombstone (tenant_id, content_digest) where lifted_at is null;
create unique index a_memory_has_one_standing_tombstone on emend.tombstone (tenant_id, memory_id) where lifted_at is null;

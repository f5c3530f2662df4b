-- Embeddings of memories, and what a read found how: mode, scores, and what it takes to execute it again as it was.

create type emend.search_mode as enum ('text', 'vector', 'fused');
comment on type emend.search_mode is
  'How a read looked for memories: text = by words, then by trigrams; vector = by embeddings; fused = both, by reciprocal rank.';

create table emend.memory_embedding (
  tenant_id   integer not null,
  model       text not null,
  memory_id   bigint not null,
  user_id     text,
  agent_id    text,
  embedded_t  bigint not null,
  signs       bit varying,
  embedding   real[],
  failure     text,
  embedded_at timestamptz not null default now(),
  primary key (tenant_id, model, memory_id),
  foreign key (tenant_id, memory_id) references emend.memory_search on delete cascade,
  constraint an_embedding_has_a_sign_for_each_dimension check (length(signs) = cardinality(embedding)),
  constraint an_embedding_is_there_or_has_failed check ((embedding is null) = (failure is not null) and (embedding is null) = (signs is null))
) with (toast_tuple_target = 128);
-- Its numbers do not compress, and lie apart, so that a search reads signs alone.
alter table emend.memory_embedding alter column embedding set storage external;
comment on table emend.memory_embedding is
  'Derived data: where a model places the text of a memory. It goes with the row of memory_search; who may not read that may not read this.';
comment on column emend.memory_embedding.tenant_id is 'Owner of the row.';
comment on column emend.memory_embedding.model is 'Name of the model, with its dimensions where they were asked for: two models are two spaces.';
comment on column emend.memory_embedding.memory_id is 'The memory.';
comment on column emend.memory_embedding.user_id is 'Owner of the memory, copied for filtering.';
comment on column emend.memory_embedding.agent_id is 'Agent that wrote it, copied for filtering.';
comment on column emend.memory_embedding.embedded_t is 'Clock when it was stored: older reads did not see it.';
comment on column emend.memory_embedding.signs is 'One bit a dimension, 1 where it is positive: by them the few are chosen whose distance is measured.';
comment on column emend.memory_embedding.embedding is 'The dimensions, scaled to length 1; null where the endpoint refused the text.';
comment on column emend.memory_embedding.failure is 'Why there is none: the status that the endpoint answered with, and no text of it.';
comment on column emend.memory_embedding.embedded_at is 'Wall time.';
create index memory_embedding_by_user on emend.memory_embedding (tenant_id, model, user_id, memory_id);
create index memory_embedding_by_memory on emend.memory_embedding (tenant_id, memory_id);

create table emend.embedding_progress (
  tenant_id integer not null references emend.tenant on delete cascade,
  model     text not null,
  checked_t bigint not null,
  primary key (tenant_id, model)
);
comment on table emend.embedding_progress is 'How far workers are with the embeddings of a model.';
comment on column emend.embedding_progress.tenant_id is 'Owner of the row.';
comment on column emend.embedding_progress.model is 'The model.';
comment on column emend.embedding_progress.checked_t is 'Every memory up to this tick was looked at.';

do $$
declare t text;
begin
  foreach t in array array['memory_embedding', 'embedding_progress'] loop
    execute format('alter table emend.%I enable row level security', t);
    execute format('alter table emend.%I force row level security', t);
    execute format('create policy own_tenant on emend.%I using (tenant_id = emend.current_tenant_id()) with check (tenant_id = emend.current_tenant_id())', t);
  end loop;
end $$;

alter table emend.step
  add column query_mode emend.search_mode,
  add column query_scores double precision[],
  add column query_model text,
  add column query_embedding real[],
  add column query_considered bigint[],
  add constraint an_embedding_names_its_model check (query_embedding is null or query_model is not null),
  add constraint there_is_a_score_for_each_result check (cardinality(query_scores) <= 1000);
comment on column emend.step.query_mode is 'How it was looked for; null for reads older than modes, which were by text.';
comment on column emend.step.query_scores is 'Score of each result, in the order of used_ids; what it means depends on the mode.';
comment on column emend.step.query_model is 'Model of the embeddings that were compared; null by text.';
comment on column emend.step.query_embedding is 'Where the model placed the question: with it the read is executed again without asking the model.';
comment on column emend.step.query_considered is
  'Memories, internal ids, that took part in the ranking and are no results: without them another might have been. Null = not known, or none in mode text.';
create index step_with_ranks on emend.step (tenant_id, step_id) where query_considered is not null or query_mode <> 'text';

-- Calls for embeddings are counted like any other; their texts are not kept.
alter table emend.model_call drop constraint a_purpose_is_known;
alter table emend.model_call add constraint a_purpose_is_known check (purpose in ('agent', 'replay', 'probe', 'ask', 'embed'));

-- pgvector, where the server has it and this login may make it; nothing needs it.
do $$
begin
  if exists (select from pg_available_extensions where name = 'vector') then
    create extension if not exists vector with schema public;
  end if;
exception when others then
  raise notice 'pgvector is there but was not made (%): an administrator may run "create extension vector with schema public"', sqlerrm;
end $$;

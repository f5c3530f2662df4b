-- The schema, the closed lists, and the one function that row security stands on.

create extension if not exists pg_trgm with schema public;

comment on schema emend is 'Provenance of agents with memory, and the repair of its faults.';

create type emend.node_kind as enum (
  'input', 'memory', 'memory_read', 'claim', 'plan', 'tool_action', 'tool_observation', 'final_answer',
  'memory_write', 'memory_delete', 'memory_update', 'memory_consolidate');
comment on type emend.node_kind is 'What a node is: an input of a user, a memory, or one of the ten types of step.';

create type emend.edge_label as enum (
  'initiate', 'cite', 'support', 'produce', 'delete', 'update', 'consolidate', 'derive', 'supersede', 'chain');
comment on type emend.edge_label is
  'Why one node depends on another. Edges run from what is depended on to what depends on it. chain is order only and never stored.';

create type emend.edge_basis as enum ('declared', 'observed', 'inferred');
comment on type emend.edge_basis is
  'How an edge is known: declared = the agent said so; observed = the runtime saw it; inferred = contained in the context. All contaminate, inferred never supports.';

create type emend.memory_status as enum ('active', 'superseded', 'deleted', 'quarantined');
comment on type emend.memory_status is
  'active = retrievable; superseded = replaced by a newer one, still evidence of its time; deleted and quarantined = out of the store, never evidence.';

create type emend.memory_source as enum (
  'user_input', 'tool_observation', 'agent_summary', 'claim', 'injected_fault', 'imported');
comment on type emend.memory_source is 'Where the content of a memory came from. imported = unknown provenance, never a trusted root.';

create type emend.fault_type as enum ('poisoned', 'stale', 'wrong_user', 'summary_drift', 'unspecified');
comment on type emend.fault_type is 'What the detector believes is wrong. Recorded for people; no stage of a repair reads it.';

create type emend.fault_state as enum ('open', 'claimed', 'done', 'failed', 'needs_person', 'withdrawn');
comment on type emend.fault_state is
  'open = nobody has it yet; claimed = a repair has it; done, failed, needs_person and withdrawn are where a fault rests.';

create type emend.repair_state as enum (
  'open', 'planned', 'applied', 'replayed', 'finished', 'done', 'failed', 'undone');
comment on type emend.repair_state is
  'Commit boundaries behind a repair: planned (B2), applied (B3), replayed (last B5), finished (B6), done (B7). failed and undone are visible ends.';

create type emend.disposition as enum (
  'delete', 'quarantine', 'reopen', 'keep', 'replay', 'preserve', 'redundant', 'suspicious');
comment on type emend.disposition is
  'What a plan does with a node. Memories: delete, quarantine, reopen, keep. Steps: replay, preserve, redundant, suspicious.';

create type emend.step_validity as enum ('withheld', 'invalid');
comment on type emend.step_validity is
  'withheld = affected and waiting for its repair to apply; invalid = its output may no longer be cited. A step without a row is valid.';

create type emend.effect_class as enum ('pure', 'idempotent', 'resettable', 'compensating', 'irreversible');
comment on type emend.effect_class is 'What running a tool again does to the world.';

create function emend.current_tenant_id() returns integer
  language sql stable parallel safe
  return nullif(current_setting('emend.tenant_id', true), '')::integer;
comment on function emend.current_tenant_id() is
  'The tenant of this transaction, from the setting emend.tenant_id; null when none is chosen, so that row security shows nothing.';

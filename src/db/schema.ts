/** Row types of schema emend, by hand after migrations/; a test compares them with the catalog. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type {
  Disposition, EdgeBasis, EdgeLabel, EffectClass, FaultState, FaultType, KeyRole, MemorySource, MemoryStatus, NodeKind, RepairState, SearchMode, ToolDoor,
} from '../vocabulary.js'

type Timestamp = ColumnType<Date, Date | string, Date | string>
type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>
/** jsonb: read as a value, written as JSON text. */
type Json = ColumnType<unknown, string | null, string | null>
type GeneratedJson = ColumnType<unknown, string | undefined, string>

interface ApiKeyTable {
  tenant_id: Generated<number>
  key_id: GeneratedAlways<number>
  role: KeyRole
  user_id: string | null
  name: string | null
  digest: Buffer
  created_at: GeneratedTimestamp
  expires_at: Timestamp | null
  revoked_at: Timestamp | null
  last_used_at: Timestamp | null
}

interface ApprovalTable {
  tenant_id: number
  approval_id: GeneratedAlways<number>
  repair_id: number
  state: RepairState
  plan_hash: string
  effects: Json
  growth: Json
  hash: string
  event_id: number | null
  proposed_at: GeneratedTimestamp
  is_approved: boolean | null
  decided_by: string | null
  decided_at: Timestamp | null
}

interface EdgeTable {
  tenant_id: number
  source_id: number
  target_id: number
  label: EdgeLabel
  basis: Generated<EdgeBasis>
  target_kind: NodeKind
  is_late: Generated<boolean>
}

interface EmbeddingProgressTable {
  tenant_id: number
  model: string
  checked_t: number
}

interface EnabledDetectorTable {
  tenant_id: Generated<number>
  detector: string
  is_holding: Generated<boolean>
  enabled_at: GeneratedTimestamp
}

interface ErasedNodeTable {
  tenant_id: number
  node_id: number
  erasure_id: number
  is_derived: boolean
}

interface ErasureTable {
  tenant_id: Generated<number>
  erasure_id: GeneratedAlways<number>
  user_id: string
  repair_id: number | null
  actor: string
  counts: GeneratedJson
  erased_at: GeneratedTimestamp
}

interface EventTable {
  tenant_id: number
  event_id: GeneratedAlways<number>
  type: string
  node_id: number | null
  repair_id: number | null
  fault_id: number | null
  at: GeneratedTimestamp
}

interface FaultTable {
  tenant_id: Generated<number>
  fault_id: Generated<number>
  memory_id: string
  type: Generated<FaultType>
  detector: Generated<string>
  evidence: string | null
  confidence: number | null
  failed_answer_id: string | null
  policy: string | null
  state: Generated<FaultState>
  repair_id: number | null
  reported_by: Generated<string>
  reported_at: GeneratedTimestamp
  reported_t: Generated<number>
  released_at: GeneratedTimestamp | null
}

interface HttpRequestTable {
  tenant_id: number
  key_id: number
  idempotency_key: string
  fingerprint: string
  status: number | null
  answer: string | null
  location: string | null
  started_at: GeneratedTimestamp
  held_until: Timestamp
  finished_at: Timestamp | null
}

interface InputTable {
  tenant_id: number
  input_id: number
  content: string
}

interface JournalTable {
  tenant_id: number
  journal_id: GeneratedAlways<number>
  node_id: number | null
  repair_id: number | null
  fault_id: number | null
  actor: Generated<string>
  action: string
  from_status: string | null
  to_status: string | null
  rule: string | null
  reason: string | null
  plan_hash: string | null
  written_at: GeneratedTimestamp
}

interface LoginTable {
  tenant_id: Generated<number>
  login: string
  bound_at: GeneratedTimestamp
}

interface MemoryTable {
  tenant_id: number
  memory_id: number
  content: string
  source: MemorySource
  agent_id: string | null
  trust_score: number | null
  producing_step_id: number | null
  derived_from: Generated<number[]>
  supersedes: Generated<number[]>
  facts: Json | null
}

interface MemoryEmbeddingTable {
  tenant_id: number
  model: string
  memory_id: number
  user_id: string | null
  agent_id: string | null
  embedded_t: number
  signs: string | null
  embedding: number[] | null
  failure: string | null
  embedded_at: GeneratedTimestamp
}

interface MemorySearchTable {
  tenant_id: number
  memory_id: number
  user_id: string | null
  agent_id: string | null
  segments: string
  is_segmented: Generated<boolean>
  words: GeneratedAlways<string | null>
}

interface MemoryStateTable {
  tenant_id: number
  memory_id: number
  status: Generated<MemoryStatus>
  is_withheld: Generated<boolean>
  changed_at: GeneratedTimestamp
}

interface ModelCallTable {
  tenant_id: number
  model_call_id: GeneratedAlways<number>
  repair_id: number | null
  step_id: number | null
  purpose: string
  stage: string
  model: string
  mode: string
  request_hash: string
  request: Json
  response: Json | null
  error: string | null
  prompt_tokens: number | null
  completion_tokens: number | null
  latency_ms: number | null
  called_at: GeneratedTimestamp
  user_id: string | null
}

interface NodeTable {
  tenant_id: number
  node_id: number
  external_id: string
  kind: NodeKind
  session_id: number | null
  turn: number | null
  user_id: string | null
  recorded_at: GeneratedTimestamp
}

interface PlanRowTable {
  tenant_id: number
  repair_id: number
  node_id: number
  node_kind: NodeKind
  disposition: Disposition
  rule: string
  reason: string
  is_affected: boolean
  is_supported: Generated<boolean>
  is_invalid: Generated<boolean>
  is_stale_answer: Generated<boolean>
  replay_position: number | null
  status_before: MemoryStatus | null
  proof: Json | null
}

interface RegisteredToolTable {
  tenant_id: Generated<number>
  name: string
  door: ToolDoor
  url: string | null
  server: string | null
  remote_name: string | null
  reset_name: string | null
  compensate_name: string | null
  description: string | null
  effect: EffectClass
  parameters: Json | null
  timeout_ms: Generated<number>
  secret: string | null
  registered_at: GeneratedTimestamp
}

interface RepairTable {
  tenant_id: number
  repair_id: GeneratedAlways<number>
  policy: Generated<string>
  options: GeneratedJson
  state: Generated<RepairState>
  waiting_for: string | null
  graph_version: number | null
  plan_hash: string | null
  failed_answer_id: number | null
  new_answer_id: number | null
  lease_owner: string | null
  lease_epoch: Generated<number>
  leased_until: Timestamp | null
  attempt_count: Generated<number>
  model_calls: Generated<number>
  probe_calls: Generated<number>
  error_code: string | null
  error_detail: string | null
  opened_at: GeneratedTimestamp
  planned_at: Timestamp | null
  applied_at: Timestamp | null
  finished_at: Timestamp | null
  undone_at: Timestamp | null
  merged_repairs: Generated<number[]>
  waiting_reason: string | null
  contained_ids: Generated<number[]>
  approve_above: number | null
}

interface ReplacementTable {
  tenant_id: number
  new_node_id: number
  old_node_id: number
  repair_id: number
}

interface ReplayStepTable {
  tenant_id: number
  repair_id: number
  step_id: number
  position: number
  state: Generated<string>
  intent_key: string | null
  prompt_hash: string | null
  new_step_id: number | null
  is_changed: boolean | null
  detail: Json | null
  started_at: Timestamp | null
  finished_at: Timestamp | null
}

interface RestorationTable {
  tenant_id: Generated<number>
  actor: string
  written_in: Generated<string>
  restored_at: GeneratedTimestamp
}

interface SchemaMigrationTable {
  name: string
  checksum: string
  applied_at: GeneratedTimestamp
}

interface SessionTable {
  tenant_id: Generated<number>
  session_id: GeneratedAlways<number>
  external_id: string
  user_id: string | null
  created_at: GeneratedTimestamp
}

interface SqlObjectTable {
  name: string
  checksum: string
  loaded_at: GeneratedTimestamp
}

interface StepTable {
  tenant_id: number
  step_id: number
  content: string
  agent_id: string | null
  used_ids: Generated<number[]>
  generated_ids: Generated<number[]>
  consumed_ids: Generated<number[]>
  used_basis: Generated<EdgeBasis>
  justifications: Json | null
  facts: Json | null
  tool_name: string | null
  tool_args: Json | null
  call_id: string | null
  query_text: string | null
  query_k: number | null
  query_scope: Json | null
  query_mode: SearchMode | null
  query_scores: number[] | null
  query_model: string | null
  query_embedding: number[] | null
  query_considered: number[] | null
}

interface StepStateTable {
  tenant_id: number
  step_id: number
  validity: 'withheld' | 'invalid'
  repair_id: number
  is_stale_answer: Generated<boolean>
  changed_at: GeneratedTimestamp
}

interface TenantModelTable {
  tenant_id: Generated<number>
  name: string
  url: string | null
  secret: string | null
  set_at: GeneratedTimestamp
}

interface TenantTable {
  tenant_id: GeneratedAlways<number>
  name: string
  policy: Generated<string>
  is_isolated: Generated<boolean>
  created_at: GeneratedTimestamp
  review: string | null
  approve_above: number | null
}

interface TombstoneTable {
  tenant_id: number
  tombstone_id: GeneratedAlways<number>
  memory_id: number
  fault_id: number | null
  repair_id: number | null
  user_id: string | null
  content_digest: Buffer
  buried_t: number
  checked_t: Generated<number>
  lifted_at: Timestamp | null
}

interface ToolCallTable {
  tenant_id: number
  tool_call_id: GeneratedAlways<number>
  repair_id: number | null
  step_id: number | null
  tool_name: string
  effect: EffectClass
  args: Json
  idempotency_key: string
  state: Generated<string>
  result: Json | null
  decided_by: string | null
  started_at: GeneratedTimestamp
  finished_at: Timestamp | null
}

interface VerificationTable {
  tenant_id: number
  repair_id: number
  violation_count: number
  is_sufficient: boolean
  missing_facts: GeneratedJson
  ring: Generated<number>
  detail: GeneratedJson
  verified_at: GeneratedTimestamp
}

interface WebhookMessageTable {
  tenant_id: number
  webhook_id: number
  event_id: number
  type: string
  state: Generated<string>
  attempt_count: Generated<number>
  due_at: GeneratedTimestamp
  last_error: string | null
  finished_at: Timestamp | null
}

interface WebhookTable {
  tenant_id: Generated<number>
  webhook_id: GeneratedAlways<number>
  url: string
  secret: string
  types: string[] | null
  created_at: GeneratedTimestamp
  disabled_at: Timestamp | null
}

/** All tables of schema emend. */
export interface Schema {
  api_key: ApiKeyTable
  approval: ApprovalTable
  edge: EdgeTable
  embedding_progress: EmbeddingProgressTable
  enabled_detector: EnabledDetectorTable
  erased_node: ErasedNodeTable
  erasure: ErasureTable
  event: EventTable
  fault: FaultTable
  http_request: HttpRequestTable
  input: InputTable
  journal: JournalTable
  login: LoginTable
  memory: MemoryTable
  memory_embedding: MemoryEmbeddingTable
  memory_search: MemorySearchTable
  memory_state: MemoryStateTable
  model_call: ModelCallTable
  node: NodeTable
  plan_row: PlanRowTable
  registered_tool: RegisteredToolTable
  repair: RepairTable
  replacement: ReplacementTable
  replay_step: ReplayStepTable
  restoration: RestorationTable
  schema_migration: SchemaMigrationTable
  session: SessionTable
  sql_object: SqlObjectTable
  step: StepTable
  step_state: StepStateTable
  tenant: TenantTable
  tenant_model: TenantModelTable
  tombstone: TombstoneTable
  tool_call: ToolCallTable
  verification: VerificationTable
  webhook: WebhookTable
  webhook_message: WebhookMessageTable
}

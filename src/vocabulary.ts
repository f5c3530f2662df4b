/**
 * The closed lists of emend, and its words.
 *
 * - tenant: one customer of the store; nothing crosses from one to another.
 * - user: the person whose inputs start turns and who owns memories. agent: the program that takes steps.
 * - session: a conversation. turn: one input and what an agent does about it.
 * - node: an input, a step or a memory. Nodes share one id space and one clock.
 * - memory: what an agent remembers (PROV: Entity). step: what it did (PROV: Activity). input: what a user said.
 * - edge: one node depends on another, with a label that says why.
 * - fault: a diagnosed faulty memory. seed: where the walk from a fault starts.
 * - affected set (A0): every node that may carry content of a fault.
 * - support: evidence outside the faults that a node stands on.
 * - disposition: what a plan does with a node. repair: a plan, executed and verified.
 *
 * PROV: produce = wasGeneratedBy, cite and support = used, derive = wasDerivedFrom, supersede = wasRevisionOf,
 * initiate = wasStartedBy. PROV points from effect to cause; our edges run from what is depended on to what depends.
 */

export const stepTypes = [
  'memory_read', 'claim', 'plan', 'tool_action', 'tool_observation', 'final_answer',
  'memory_write', 'memory_delete', 'memory_update', 'memory_consolidate',
] as const
/** Type of a step. */
export type StepType = (typeof stepTypes)[number]

export const nodeKinds = ['input', 'memory', ...stepTypes] as const
/** What a node is: an input, a memory, or the type of a step. */
export type NodeKind = (typeof nodeKinds)[number]

export const mutationTypes = ['memory_write', 'memory_delete', 'memory_update', 'memory_consolidate'] as const
/** The steps that change the store. */
export type MutationType = (typeof mutationTypes)[number]

export const edgeLabels = [
  'initiate', 'cite', 'support', 'produce', 'delete', 'update', 'consolidate', 'derive', 'supersede', 'chain',
] as const
/** Why one node depends on another. */
export type EdgeLabel = (typeof edgeLabels)[number]

export const edgeBases = ['declared', 'observed', 'inferred'] as const
/** How an edge is known; inferred contaminates but never supports. */
export type EdgeBasis = (typeof edgeBases)[number]

export const memoryStatuses = ['active', 'superseded', 'deleted', 'quarantined'] as const
/** Where a memory stands. */
export type MemoryStatus = (typeof memoryStatuses)[number]

export const memorySources = [
  'user_input', 'tool_observation', 'agent_summary', 'claim', 'injected_fault', 'imported',
] as const
/** Where the content of a memory came from. */
export type MemorySource = (typeof memorySources)[number]

export const searchModes = ['text', 'vector', 'fused'] as const
/** How a read looks for memories: by words, by embeddings, or by both, fused by reciprocal rank. */
export type SearchMode = (typeof searchModes)[number]

export const faultTypes = ['poisoned', 'stale', 'wrong_user', 'summary_drift', 'contradiction', 'resurrected', 'unspecified'] as const
/** What a detector believes is wrong; recorded for people, read by no stage. */
export type FaultType = (typeof faultTypes)[number]

export const detectorNames = ['failed_retirement', 'wrong_user', 'contradiction', 'drift', 'resurrection'] as const
/** A detector of ours; each is off until a tenant enables it. */
export type DetectorName = (typeof detectorNames)[number]

export const faultStates = ['open', 'held', 'claimed', 'done', 'failed', 'needs_person', 'withdrawn'] as const
/** Where a fault stands. */
export type FaultState = (typeof faultStates)[number]

export const repairStates = ['open', 'planned', 'applied', 'replayed', 'finished', 'done', 'failed', 'undone'] as const
/** The last commit boundary that a repair passed. */
export type RepairState = (typeof repairStates)[number]

export const keyRoles = ['agent', 'detector', 'auditor', 'worker', 'admin'] as const
/** What a key or login may do; each is a database role `emend_<name>`. */
export type KeyRole = (typeof keyRoles)[number]

export const policies = ['facts', 'paper'] as const
/** Arm: `facts` is ours and the default, `paper` follows the published rules. */
export type PolicyName = (typeof policies)[number]

export const memoryDispositions = ['delete', 'quarantine', 'reopen', 'keep'] as const
export const stepDispositions = ['replay', 'preserve', 'redundant', 'suspicious'] as const
/** What a plan does with a memory, or with a step. */
export type Disposition = (typeof memoryDispositions)[number] | (typeof stepDispositions)[number]

export const rules = [
  'R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7', 'R8', 'R9', 'R10', 'R11', 'R12', 'R13', 'R14',
] as const
/** The planner's rules: R1 to R13 as numbered in the method, and R14 of arm facts. */
export type Rule = (typeof rules)[number]

export const effectClasses = ['pure', 'idempotent', 'resettable', 'compensating', 'irreversible'] as const
/** What running a tool again does to the world. */
export type EffectClass = (typeof effectClasses)[number]

/** A fact: a value bound to a thing. Entity and attribute are null where the text does not say. */
export interface Fact {
  entity: string | null
  attribute: string | null
  value: string
}

/** One step to replay, with everything around it that its context is built from. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import type { MemorySource, NodeKind, PolicyName, StepType } from '../vocabulary.js'
import type { Held } from './ports.js'

/** A step as it was recorded. */
export interface OldStep {
  id: number
  externalId: string
  kind: StepType
  content: string
  agent: string | null
  used: number[]
  generated: number[]
  consumed: number[]
  /** The clock of the oldest step whose place it has taken; its own where no repair made it. */
  place: number
  /** An earlier repair has replayed it: what came of that stands there now. */
  isSettled: boolean
  /**
   * What the step in whose place it is used and consumed: its own where no repair made it. It is replayed as that one would be. Of the step
   * at hand also what it used and did not name.
   */
  stoodOn: number[]
  /** What it may retire: what it and that one consumed. */
  consumable: number[]
  toolName: string | null
  toolArgs: unknown
  callId: string | null
  query: { text: string; k: number; scope: { user?: string; agent?: string; session?: string } | null } | null
}

/** How far the replay of one step is. */
export interface ReplayRow {
  stepId: number
  position: number
  state: 'pending' | 'intended' | 'done' | 'noop' | 'cut_off' | 'reused' | 'waiting' | 'failed'
  isChanged: boolean | null
  newStepId: number | null
  detail: ReplayDetail
}

/** Notes of a replayed step, for the steps after it. */
export interface ReplayDetail {
  /** Nodes that the replay recorded, internal ids: what undo takes out again. */
  made?: number[]
  /** A plan's calls, and which old action each one replaces; null = a call that the old plan did not make. */
  calls?: PlannedCall[]
  /** Claims of one reply that stand for other claims of the turn, by old step. */
  spare?: Record<string, { content: string; evidence_ids: string[] }[]>
  /** Arguments derived again for an action whose plan stands. */
  args?: unknown
  /** What the model offered and was not written, and why. */
  dropped?: { content: string; why: string }[]
  /** An answer's turn has looked up more than before: what it remembers of that is still to be asked, or was. */
  remember?: 'pending' | 'done'
  reason?: string
  /** What the model was asked, by its hash, and what it said. */
  asked?: { hash: string; reply: unknown }
  /** Old observations that stay true: an irreversible call was made, and is not made again. Internal ids. */
  restored?: number[]
}

/** A call that a repaired plan makes. */
export interface PlannedCall {
  name: string
  args: unknown
  action: number | null
  /** Set once an extra call was made. */
  state?: 'done' | 'noop' | 'waiting'
}

/** A node as it may be offered. */
export interface OfferedNode {
  id: number
  externalId: string
  kind: NodeKind
  content: string
  used: number[]
}

/** The step, its turn, and what stands for each node around it now. */
export interface ReplayTask {
  held: Held
  /** Early cut-off: arm facts, unless an ablation wants everything replayed. */
  cutsOff: boolean
  policy: PolicyName
  planHash: string | null
  failedAnswer: number | null
  rule: string
  row: ReplayRow
  /** Replayed steps around this one: of its turn, and what any of these lists. */
  rows: Map<number, ReplayRow>
  step: OldStep
  session: string
  sessionId: number
  turn: number
  user: string | null
  /** Steps of the same turn before this one, in clock order. */
  turnSteps: OldStep[]
  /** Claims of the same turn after this one. */
  laterClaims: OldStep[]
  /** Inputs of the session up to the turn, oldest first. */
  inputs: { id: number; externalId: string; content: string; turn: number }[]
  /** Substitutes of a node: itself, what replaced it, or nothing. */
  current(id: number): number[]
  /** Whether the substitutes of a node were loaded. */
  isKnown(id: number): boolean
  node(id: number): OfferedNode
  /** Whether an external id is a memory that was loaded. */
  isMemory(externalId: string): boolean
  /** Memories that what the step generated supersedes. */
  superseded: number[]
  /** Owner and source of what the step generated; the session's user and agent_summary where it generated nothing. */
  memoryOwner: string | null
  memorySource: MemorySource
  /** Memories that this repair deletes. */
  deleted: Set<number>
  /** It was a step of a user who was erased: nothing takes its place. */
  isErased: boolean
  /** An earlier repair left it invalid: its old output cannot be what stands again. */
  isLeft: boolean
  /** Memories around the step that this repair deletes or quarantines. */
  removed: Set<number>
  /** Ids for its successors that are taken, as of the transaction at hand. */
  namesInUse: ReadonlySet<string>
  /** Memories that the step, a read, may see although they are younger than its place. */
  younger: number[]
  /** The repair has taken others over, and what they wrote may serve again. */
  hasMerged: boolean
}

interface StepRow {
  step_id: number
  external_id: string
  kind: StepType
  content: string
  agent_id: string | null
  used_ids: number[]
  generated_ids: number[]
  consumed_ids: number[]
  tool_name: string | null
  tool_args: unknown
  call_id: string | null
  query_text: string | null
  query_k: number | null
  query_scope: NonNullable<OldStep['query']>['scope']
}

interface ReplayStepRow {
  step_id: number
  position: number
  state: ReplayRow['state']
  is_changed: boolean | null
  new_step_id: number | null
  detail: ReplayDetail | null
}

/** What emend.replay_task returns. */
interface TaskDocument {
  row: ReplayStepRow
  rows: ReplayStepRow[]
  rule: string | null
  repair: { policy: string; options: unknown; plan_hash: string | null; failed_answer_id: number | null }
  place: { session_id: number; session: string; turn: number; user_id: string | null }
  steps: StepRow[]
  inputs: ReplayTask['inputs']
  made: { source: MemorySource; supersedes: number[]; user_id: string | null }[]
  known: number[]
  /** What the step has used and did not name. */
  unrecorded: number[]
  current: [old: number, now: number][]
  nodes: { node_id: number; external_id: string; kind: NodeKind; content: string; used_ids: number[] }[]
  deleted: number[]
  removed: number[]
  places: { node_id: number; place: number; is_settled: boolean }[]
  is_left: boolean
  is_erased: boolean
  names: string[]
  younger: number[]
  has_merged: boolean
}

/**
 * Load what replaying the next step of a repair needs, in one round trip; locks the repair, and writes nothing.
 *
 * @returns null when every step has its result, or the next one waits for a person
 * @throws EmendError `lost_lease`, `not_found`
 */
export async function loadTask(trx: Trx, held: Held): Promise<ReplayTask | null> {
  const { rows } = await sql<{ task: TaskDocument | null }>`
    select emend.replay_task(${held.tenantId}, ${held.repairId}, ${held.epoch}) as task`.execute(trx)
  const task = rows[0]?.task
  return task ? readTask(held, task) : null
}

function readTask(held: Held, { repair, place, inputs, made, ...task }: TaskDocument): ReplayTask {
  const row = readRow(task.row)
  const steps = readSteps(task.steps, task.places, { id: row.stepId, unrecorded: task.unrecorded })
  const step = steps.find(({ id }) => id === row.stepId)
  if (!step) throw new EmendError('not_found', `there is no step ${row.stepId}`, { step: row.stepId })
  const nodes = new Map(task.nodes.map((node): [number, OfferedNode] => [
    node.node_id, { id: node.node_id, externalId: node.external_id, kind: node.kind, content: node.content, used: node.used_ids },
  ]))
  const current = new Map(task.known.map((id): [number, number[]] => [id, []]))
  for (const [old, now] of task.current) current.get(old)?.push(now)
  const isEarlier = (other: OldStep): boolean => other.place < step.place || (other.place === step.place && other.id < step.id && !other.isSettled)
  const memories = new Set(task.nodes.filter(({ kind }) => kind === 'memory').map((node) => node.external_id))
  return {
    held, row, step, inputs,
    rows: new Map(task.rows.map((other) => [other.step_id, readRow(other)])),
    cutsOff: repair.policy === 'facts' && !isAblated(repair.options), policy: repair.policy === 'paper' ? 'paper' : 'facts',
    planHash: repair.plan_hash, failedAnswer: repair.failed_answer_id, rule: task.rule ?? 'R9',
    session: place.session, sessionId: place.session_id, turn: place.turn, user: place.user_id,
    turnSteps: steps.filter(isEarlier),
    laterClaims: steps.filter((other) => other !== step && !isEarlier(other) && !other.isSettled && other.kind === 'claim'),
    current: (id) => current.get(id) ?? [],
    isKnown: (id) => current.has(id),
    node(id) {
      const found = nodes.get(id)
      if (!found) throw new EmendError('unexpected', `node ${id} was not loaded for the replay of step ${step.id}`, { node: id })
      return found
    },
    isMemory: (externalId) => memories.has(externalId),
    superseded: made.flatMap((memory) => memory.supersedes),
    memoryOwner: made[0] ? made[0].user_id : place.user_id,
    memorySource: made.map((memory) => memory.source).find((source) => source !== 'injected_fault' && source !== 'imported') ?? 'agent_summary',
    deleted: new Set(task.deleted), removed: new Set(task.removed), isLeft: task.is_left, isErased: task.is_erased,
    namesInUse: new Set(task.names), younger: task.younger,
    hasMerged: task.has_merged,
  }
}

function readRow(row: ReplayStepRow): ReplayRow {
  return { stepId: row.step_id, position: row.position, state: row.state, isChanged: row.is_changed, newStepId: row.new_step_id, detail: row.detail ?? {} }
}

function readSteps(rows: StepRow[], places: TaskDocument['places'], own: { id: number; unrecorded: number[] }): OldStep[] {
  const byId = new Map(rows.map((row) => [row.step_id, row]))
  const at = new Map(places.map((row) => [row.node_id, row]))
  return rows.map((step): OldStep => {
    const first = byId.get(at.get(step.step_id)?.place ?? step.step_id) ?? step
    return {
      id: step.step_id, externalId: step.external_id, kind: step.kind, content: step.content, agent: step.agent_id,
      used: step.used_ids, generated: step.generated_ids, consumed: step.consumed_ids,
      place: first.step_id, isSettled: at.get(step.step_id)?.is_settled ?? false,
      stoodOn: [...first.used_ids, ...first.consumed_ids, ...(step.step_id === own.id ? own.unrecorded : [])], consumable: [...new Set([...first.consumed_ids, ...step.consumed_ids])],
      toolName: step.tool_name, toolArgs: step.tool_args, callId: step.call_id,
      query: step.query_text === null ? null : { text: step.query_text, k: step.query_k ?? 5, scope: step.query_scope },
    }
  }).sort((a, b) => a.place - b.place || a.id - b.id)
}

function isAblated(options: unknown): boolean {
  const { planner, selectiveReplay } = (options ?? {}) as { planner?: boolean; selectiveReplay?: boolean }
  return planner === false || selectiveReplay === false
}

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
  /** What the step in whose place it is used and consumed: its own where no repair made it. It is replayed as that one would be. */
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
  reason?: string
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
  /** An earlier repair left it invalid: its old output cannot be what stands again. */
  isLeft: boolean
  /** Memories that this repair deletes or quarantines. */
  removed: Set<number>
}

/** Load the notes of all steps of a repair, by position. */
export async function loadReplayRows(trx: Trx, tenantId: number, repairId: number): Promise<ReplayRow[]> {
  const rows = await trx.selectFrom('replay_step').selectAll()
    .where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).orderBy('position').execute()
  return rows.map((row) => ({
    stepId: row.step_id, position: row.position, state: row.state as ReplayRow['state'], isChanged: row.is_changed,
    newStepId: row.new_step_id, detail: (row.detail ?? {}) as ReplayDetail,
  }))
}

/**
 * Load what replaying `stepId` needs. Read in one transaction; nothing is written.
 *
 * @throws EmendError `not_found`
 */
export async function loadTask(trx: Trx, held: Held, stepId: number): Promise<ReplayTask> {
  const { tenantId, repairId } = held
  const repair = await trx.selectFrom('repair').select(['policy', 'options', 'plan_hash', 'failed_answer_id'])
    .where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).executeTakeFirstOrThrow()
  const rows = new Map((await loadReplayRows(trx, tenantId, repairId)).map((row) => [row.stepId, row]))
  const plan = await trx.selectFrom('plan_row').select(['node_id', 'rule', 'disposition'])
    .where('tenant_id', '=', tenantId).where('repair_id', '=', repairId)
    .where((eb) => eb.or([eb('node_id', '=', stepId), eb('disposition', 'in', ['delete', 'quarantine'])])).execute()
  const place = await trx.selectFrom('node').innerJoin('session', (join) => join
    .onRef('session.tenant_id', '=', 'node.tenant_id').onRef('session.session_id', '=', 'node.session_id'))
    .select(['node.session_id', 'node.turn', 'node.user_id', 'session.external_id as session'])
    .where('node.tenant_id', '=', tenantId).where('node.node_id', '=', stepId).executeTakeFirst()
  const row = rows.get(stepId)
  if (!place?.session_id || !place.turn || !row) throw new EmendError('not_found', `repair ${repairId} does not replay step ${stepId}`, { step: stepId })

  const steps = await loadSteps(trx, tenantId, place.session_id, place.turn)
  const step = steps.find((other) => other.id === stepId)
  if (!step) throw new EmendError('not_found', `there is no step ${stepId}`, { step: stepId })
  const isEarlier = (other: OldStep): boolean => other.place < step.place || (other.place === step.place && other.id < step.id && !other.isSettled)
  const turnSteps = steps.filter(isEarlier)
  const laterClaims = steps.filter((other) => other !== step && !isEarlier(other) && !other.isSettled && other.kind === 'claim')
  const state = await trx.selectFrom('step_state').select('repair_id').where('tenant_id', '=', tenantId).where('step_id', '=', stepId).executeTakeFirst()
  const inputs = await trx.selectFrom('input').innerJoin('node', (join) => join
    .onRef('node.tenant_id', '=', 'input.tenant_id').onRef('node.node_id', '=', 'input.input_id'))
    .select(['node.node_id', 'node.external_id', 'node.turn', 'input.content'])
    .where('node.tenant_id', '=', tenantId).where('node.session_id', '=', place.session_id)
    .where('node.turn', '<=', place.turn).where('node.node_id', '<', step.place).orderBy('node.node_id').execute()

  const made = await trx.selectFrom('memory').innerJoin('node', (join) => join
    .onRef('node.tenant_id', '=', 'memory.tenant_id').onRef('node.node_id', '=', 'memory.memory_id'))
    .select(['memory.source', 'memory.supersedes', 'node.user_id']).where('memory.tenant_id', '=', tenantId)
    .where('memory.producing_step_id', 'in', [stepId, step.place]).orderBy('memory.memory_id').execute()
  const superseded = made.flatMap((memory) => memory.supersedes)
  const madeInTurn = turnSteps.flatMap((other) => rows.get(other.id)?.detail.made ?? [])
  const around = [step.id, ...step.used, ...laterClaims.flatMap((other) => other.used), ...step.consumed, ...step.stoodOn, ...step.consumable, ...step.generated, ...superseded, ...turnSteps.flatMap((other) => [other.id, ...other.used]), ...madeInTurn]
  const { current, nodes } = await loadCurrent(trx, tenantId, around)
  return {
    held, cutsOff: repair.policy === 'facts' && !isAblated(repair.options), policy: repair.policy === 'paper' ? 'paper' : 'facts', planHash: repair.plan_hash, failedAnswer: repair.failed_answer_id,
    rule: plan.find((planned) => planned.node_id === stepId)?.rule ?? 'R9',
    row, rows, step, session: place.session, sessionId: place.session_id, turn: place.turn, user: place.user_id, turnSteps, laterClaims,
    inputs: inputs.map((input) => ({ id: input.node_id, externalId: input.external_id, content: input.content, turn: input.turn ?? 1 })),
    current: (id) => current.get(id) ?? [],
    isKnown: (id) => current.has(id),
    node(id) {
      const found = nodes.get(id)
      if (!found) throw new EmendError('unexpected', `node ${id} was not loaded for the replay of step ${stepId}`, { node: id })
      return found
    },
    isMemory: (externalId) => [...nodes.values()].some((node) => node.kind === 'memory' && node.externalId === externalId),
    superseded,
    memoryOwner: made[0] ? made[0].user_id : place.user_id,
    memorySource: made.map((memory) => memory.source).find((source) => source !== 'injected_fault' && source !== 'imported') ?? 'agent_summary',
    isLeft: state !== undefined && state.repair_id !== repairId,
    deleted: new Set(plan.filter((planned) => planned.disposition === 'delete').map((planned) => planned.node_id)),
    removed: new Set(plan.filter((planned) => planned.disposition !== 'replay').map((planned) => planned.node_id)),
  }
}

function isAblated(options: unknown): boolean {
  const { planner, selectiveReplay } = (options ?? {}) as { planner?: boolean; selectiveReplay?: boolean }
  return planner === false || selectiveReplay === false
}

async function loadSteps(trx: Trx, tenantId: number, sessionId: number, turn: number): Promise<OldStep[]> {
  const steps = await trx.selectFrom('step').innerJoin('node', (join) => join
    .onRef('node.tenant_id', '=', 'step.tenant_id').onRef('node.node_id', '=', 'step.step_id'))
    .selectAll('step').select(['node.external_id', 'node.kind'])
    .where('node.tenant_id', '=', tenantId).where('node.session_id', '=', sessionId).where('node.turn', '=', turn).orderBy('node.node_id').execute()
  const { rows: places } = await sql<{ node_id: number; place: number; is_settled: boolean }>`
    select node_id, place, is_settled from emend.step_places(${tenantId}, ${steps.map((step) => step.step_id)}::bigint[])`.execute(trx)
  const at = new Map(places.map((row) => [row.node_id, row]))
  const byId = new Map(steps.map((step) => [step.step_id, step]))
  const first = (step: (typeof steps)[number]): (typeof steps)[number] => byId.get(at.get(step.step_id)?.place ?? step.step_id) ?? step
  return steps.map((step): OldStep => ({
    place: first(step).step_id, isSettled: at.get(step.step_id)?.is_settled ?? false,
    stoodOn: [...first(step).used_ids, ...first(step).consumed_ids], consumable: [...new Set([...first(step).consumed_ids, ...step.consumed_ids])],
    id: step.step_id, externalId: step.external_id, kind: step.kind as StepType, content: step.content, agent: step.agent_id,
    used: step.used_ids, generated: step.generated_ids, consumed: step.consumed_ids,
    toolName: step.tool_name, toolArgs: step.tool_args, callId: step.call_id,
    query: step.query_text === null ? null : {
      text: step.query_text, k: step.query_k ?? 5, scope: step.query_scope as NonNullable<OldStep['query']>['scope'],
    },
  })).sort((a, b) => a.place - b.place || a.id - b.id)
}

/** What stands for these nodes now, and the text of all of them, old and new, with what current reads returned. */
async function loadCurrent(trx: Trx, tenantId: number, ids: number[]): Promise<{ current: Map<number, number[]>; nodes: Map<number, OfferedNode> }> {
  const current = new Map<number, number[]>()
  const nodes = new Map<number, OfferedNode>()
  let missing = [...new Set(ids)]
  while (missing.length > 0) {
    const { rows } = await sql<{ old_id: number; node_id: number }>`
      select * from emend.current_nodes(${tenantId}, ${missing}::bigint[])`.execute(trx)
    for (const id of missing) current.set(id, [])
    for (const { old_id, node_id } of rows) current.get(old_id)?.push(node_id)
    const wanted = [...new Set([...missing, ...rows.map((found) => found.node_id)])].filter((id) => !nodes.has(id))
    const { rows: texts } = await sql<{ node_id: number; external_id: string; kind: NodeKind; content: string; used_ids: number[] }>`
      select * from emend.node_texts(${tenantId}, ${wanted}::bigint[])`.execute(trx)
    for (const text of texts) nodes.set(text.node_id, { id: text.node_id, externalId: text.external_id, kind: text.kind, content: text.content, used: text.used_ids })
    const results = rows.map((found) => nodes.get(found.node_id)).filter((found) => found?.kind === 'memory_read').flatMap((read) => read?.used ?? [])
    missing = [...new Set([...rows.map((found) => found.node_id), ...results])].filter((id) => !current.has(id))
  }
  return { current, nodes }
}

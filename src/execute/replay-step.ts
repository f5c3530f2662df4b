/** One step of the replay: intent (B4), call, result (B5). */
import { sql } from 'kysely'
import { failpoint } from '../db/failpoints.js'
import { inTenant, type Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import type { Reply, Stage, StageContext } from '../llm/contracts.js'
import { recordItems } from '../record/record-items.js'
import type { ToolResult } from '../tools/contract.js'
import { promptHash } from './context.js'
import type { Outcome, Prepared } from './outcome.js'
import type { Held } from './ports.js'
import { prepareAction, prepareExtraCall } from './replay-action.js'
import { prepareAnswer } from './replay-answer.js'
import { prepareClaim } from './replay-claim.js'
import { prepareMutation } from './replay-mutation.js'
import { preparePlan } from './replay-plan.js'
import { prepareRead } from './replay-read.js'
import { loadReplayRows, loadTask, type ReplayRow, type ReplayTask } from './replay-task.js'

/** What is to be done next: a step, or an extra call of a plan that was replayed. */
interface Work {
  stepId: number
  position: number
  /** Index of the extra call among the plan's; null = the step itself. */
  call: number | null
  hash: string | null
}

/**
 * Replay the next step of an applied repair (method, section 7). No transaction is open while a model or tool works; one
 * result is recorded per step, and who loses a race finds the winner's row (G4).
 *
 * @returns `stepped` after one boundary; `waiting` for a person; `none` when every step has its result
 * @throws EmendError `lost_lease`, `call_limit`, `model_failed`, `model_reply`, `no_recorded_call`
 */
export async function replayStep(held: Held): Promise<'stepped' | 'waiting' | 'none'> {
  const { deps, tenantId, repairId } = held
  const next = await inTenant(deps.db, { tenantId, role: 'worker' }, async (trx) => {
    await sql`select emend.assert_lease(${tenantId}, ${repairId}, ${held.epoch})`.execute(trx)
    const work = nextWork(await loadReplayRows(trx, tenantId, repairId))
    if (!work) return null
    const task = await loadTask(trx, held, work.stepId)
    const prepared = await prepare(trx, task, work)
    if (prepared.kind === 'settled') {
      await writeOutcome(trx, task, work, prepared.outcome)
      return { work, task, outcome: prepared.outcome }
    }
    await writeIntent(trx, held, work, prepared)
    return { work, task, prepared }
  })
  if (!next) return 'none'
  let { outcome } = next
  if (next.prepared) {
    failpoint('B4')
    outcome = await perform(next.task, next.work, next.prepared)
  }
  failpoint('B5')
  deps.onProgress?.({ repairId, type: 'step:replayed', step: next.task.step.externalId, detail: outcome?.state ?? 'done' })
  return outcome?.state === 'waiting' ? 'waiting' : 'stepped'
}

/** Original order; the extra calls of a plan come right after it. */
function nextWork(rows: ReplayRow[]): Work | null {
  for (const row of rows) {
    if (row.state === 'pending' || row.state === 'intended') return { stepId: row.stepId, position: row.position, call: null, hash: null }
    if (row.state === 'waiting') return null
    const call = (row.state === 'done' || row.state === 'cut_off') ? row.detail.calls?.findIndex((made) => made.action === null && made.state === undefined) : undefined
    if (call !== undefined && call >= 0) return { stepId: row.stepId, position: row.position, call, hash: null }
  }
  return null
}

async function prepare(trx: Trx, task: ReplayTask, work: Work): Promise<Prepared> {
  const extra = work.call === null ? undefined : task.row.detail.calls?.[work.call]
  if (extra && work.call !== null) return prepareExtraCall(trx, task, extra, work.call)
  switch (task.step.kind) {
    case 'memory_read': return prepareRead(trx, task)
    case 'claim': return prepareClaim(trx, task)
    case 'plan': return preparePlan(trx, task)
    case 'tool_action': return prepareAction(trx, task)
    case 'final_answer': return prepareAnswer(trx, task)
    case 'memory_write': case 'memory_delete': case 'memory_update': case 'memory_consolidate': return prepareMutation(trx, task)
    case 'tool_observation':
      throw new EmendError('unexpected', `observation ${task.step.externalId} is replayed with its action, never on its own`, { step: task.step.externalId })
  }
}

/** B4: the key and the hash of what is about to be asked, before it is. A model call is counted here, made or not. */
async function writeIntent(trx: Trx, held: Held, work: Work, prepared: Exclude<Prepared, { kind: 'settled' }>): Promise<void> {
  const { tenantId, repairId } = held
  if (prepared.kind === 'ask') {
    const repair = await trx.updateTable('repair').set((eb) => ({ model_calls: eb('model_calls', '+', 1) }))
      .where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).returning('model_calls').executeTakeFirstOrThrow()
    const limit = held.deps.limits.maxModelCalls
    if (repair.model_calls > limit) throw new EmendError('call_limit', `repair ${repairId} has used its ${limit} model calls`, { repair: repairId, limit })
  }
  if (work.call !== null) return
  await trx.updateTable('replay_step').set({
    state: 'intended', started_at: new Date(),
    intent_key: prepared.kind === 'call' ? prepared.key : `${repairId}:${work.stepId}`,
    prompt_hash: prepared.kind === 'ask' ? promptHash(prepared.stage, prepared.context) : null,
  }).where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).where('step_id', '=', work.stepId).execute()
}

/** Call outside any transaction, then write the result in one (B5). */
async function perform(task: ReplayTask, work: Work, prepared: Exclude<Prepared, { kind: 'settled' }>): Promise<Outcome | undefined> {
  const { deps, tenantId, repairId, epoch } = task.held
  let settle: (trx: Trx) => Promise<Outcome>
  if (prepared.kind === 'call') {
    const result: ToolResult = await prepared.run()
    failpoint('tool-called')
    settle = (trx) => prepared.settle(trx, result)
  } else {
    settle = await ask(task, prepared as AskOf<Stage>)
  }
  return inTenant(deps.db, { tenantId, role: 'worker' }, async (trx) => {
    await sql`select emend.assert_lease(${tenantId}, ${repairId}, ${epoch})`.execute(trx)
    const row = await trx.selectFrom('replay_step').select('state').where('tenant_id', '=', tenantId)
      .where('repair_id', '=', repairId).where('step_id', '=', task.step.id).forUpdate().executeTakeFirstOrThrow()
    if (row.state !== 'intended' && row.state !== task.row.state) return undefined
    const outcome = await settle(trx)
    await writeOutcome(trx, task, work, outcome)
    return outcome
  })
}

interface AskOf<S extends Stage> {
  stage: S
  context: StageContext
  settle(trx: Trx, reply: Reply<S>): Promise<Outcome>
}

async function ask<S extends Stage>(task: ReplayTask, { stage, context, settle }: AskOf<S>): Promise<(trx: Trx) => Promise<Outcome>> {
  const { deps, repairId } = task.held
  const reply = await deps.model.ask(stage, context, { purpose: 'replay', repairId, stepId: task.step.id })
  return (trx) => settle(trx, reply)
}

async function writeOutcome(trx: Trx, task: ReplayTask, work: Work, outcome: Outcome): Promise<void> {
  const { tenantId, repairId, epoch } = task.held
  if (outcome.state === 'waiting' && work.call !== null) {
    await trx.updateTable('repair').set({ waiting_for: 'tool' }).where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).execute()
    await trx.insertInto('event').values({ tenant_id: tenantId, type: 'tool:waiting', node_id: task.step.id, repair_id: repairId }).execute()
    return
  }
  const recorded = outcome.items.length > 0 ? await recordItems(trx, tenantId, outcome.items) : []
  const names = [...new Set([...outcome.replaces.map(({ id }) => id), ...outcome.evidence])].filter((id) => !recorded.some((item) => item.id === id))
  const known = names.length === 0 ? [] : await trx.selectFrom('node').select(['external_id', 'node_id'])
    .where('tenant_id', '=', tenantId).where('external_id', 'in', names).execute()
  const ids = new Map([...recorded.map((item) => [item.id, item.nodeId] as const), ...known.map((node) => [node.external_id, node.node_id] as const)])
  const replaces = outcome.replaces.flatMap(({ id, old }) => (ids.has(id) ? [{ new: ids.get(id), old }] : []))
  const evidence = outcome.evidence.flatMap((id) => ids.get(id) ?? [])
  await sql`select emend.settle_step(${tenantId}, ${repairId}, ${epoch}, ${task.step.id}, ${outcome.state},
    ${outcome.newStep === null ? null : (ids.get(outcome.newStep) ?? null)}, ${outcome.isChanged}, ${JSON.stringify(replaces)}::jsonb,
    ${recorded.map((item) => item.nodeId)}::bigint[], ${evidence}::bigint[], ${JSON.stringify(outcome.detail)}::jsonb)`.execute(trx)
}

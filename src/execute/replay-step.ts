/** One step of the replay: intent (B4), call, result (B5). */
import { sql } from 'kysely'
import { failpoint } from '../db/failpoints.js'
import { inTenant, type Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import type { Reply, Stage, StageContext } from '../llm/contracts.js'
import { prepareItems } from '../record/prepare-items.js'
import type { ToolResult } from '../tools/contract.js'
import type { RepairState } from '../vocabulary.js'
import { promptHash } from './context.js'
import { noop, settled, type Outcome, type Prepared } from './outcome.js'
import type { Held } from './ports.js'
import { prepareAction, prepareExtraCall } from './replay-action.js'
import { prepareAnswer } from './replay-answer.js'
import { prepareClaim } from './replay-claim.js'
import { prepareMutation } from './replay-mutation.js'
import { preparePlan } from './replay-plan.js'
import { prepareRead } from './replay-read.js'
import { prepareRemember } from './remember.js'
import { loadTask, type ReplayTask } from './replay-task.js'

/**
 * Replay the next step of an applied repair (method, section 7). No transaction is open while a model or tool works; one
 * result is recorded per step, and who loses a race finds the winner's row (G4).
 *
 * @returns the state of the repair after one boundary; `waiting` for a person; `none` when every step has its result
 * @throws EmendError `lost_lease`, `call_limit`, `model_failed`, `model_reply`, `no_recorded_call`
 */
export async function replayStep(held: Held): Promise<RepairState | 'waiting' | 'none'> {
  const { deps, tenantId, repairId } = held
  const next = await inTenant(deps.db, { tenantId, role: 'worker' }, async (trx) => {
    const task = await loadTask(trx, held)
    if (!task) return null
    const more = nextWork(task)
    const prepared = await prepare(trx, task, more)
    if (prepared.kind === 'settled') {
      return { task, more, result: await writeOutcome(trx, task, more, prepared.outcome) }
    }
    const said = prepared.kind === 'ask' ? await askedBefore(trx, task, prepared as AskOf<Stage>) : null
    if (said) return { task, more, result: await writeOutcome(trx, task, more, said) }
    await writeIntent(trx, task, more, prepared)
    return { task, more, prepared }
  })
  if (!next) return 'none'
  let { result } = next
  if (next.prepared) {
    failpoint('B4')
    result = await perform(next.task, next.more, next.prepared)
  }
  failpoint('B5')
  deps.onProgress?.({ repairId, type: 'step:replayed', step: next.task.step.externalId, detail: result?.step ?? 'done' })
  return result?.step === 'waiting' ? 'waiting' : result?.repair ?? 'applied'
}

/** What was written: what came of the step, and where the repair is then. */
interface Written {
  step: Outcome['state']
  repair: RepairState
}

/**
 * What a step that was replayed has still to do: a plan that makes more calls than before, the index of the next one; an answer whose turn
 * has looked up more than before, what is to be remembered. Null = the step itself is replayed.
 */
type More = number | 'remember' | null

function nextWork({ row }: ReplayTask): More {
  if (row.state !== 'done' && row.state !== 'cut_off') return null
  if (row.detail.remember === 'pending') return 'remember'
  return row.detail.calls?.findIndex((made) => made.action === null && made.state === undefined) ?? null
}

async function prepare(trx: Trx, task: ReplayTask, more: More): Promise<Prepared> {
  if (more === 'remember') return prepareRemember(task)
  const extra = more === null ? undefined : task.row.detail.calls?.[more]
  if (extra && more !== null) return prepareExtraCall(trx, task, extra, more)
  if (task.isErased) return settled(noop('it was erased with its user'))
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
async function writeIntent(trx: Trx, task: ReplayTask, more: More, prepared: Exclude<Prepared, { kind: 'settled' }>): Promise<void> {
  const { tenantId, repairId, deps } = task.held
  const key = prepared.kind === 'call' ? prepared.key : `${repairId}:${task.step.id}`
  const hash = prepared.kind === 'ask' ? promptHash(prepared.stage, prepared.context) : null
  const { rows } = await sql<{ calls: number }>`
    select emend.intend_step(${tenantId}, ${repairId}, ${task.step.id}, ${more === null ? key : null}, ${hash}) as calls`.execute(trx)
  const limit = deps.limits.maxModelCalls
  if ((rows[0]?.calls ?? 0) > limit) throw new EmendError('call_limit', `repair ${repairId} has used its ${limit} model calls`, { repair: repairId, limit })
}

/** Call outside any transaction, then write the result in one (B5). */
async function perform(task: ReplayTask, more: More, prepared: Exclude<Prepared, { kind: 'settled' }>): Promise<Written | undefined> {
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
    const { rows: [row] } = await sql<{ state: string; names: string[] }>`
      select state, names from emend.hold_step(${tenantId}, ${repairId}, ${epoch}, ${task.step.id})`.execute(trx)
    if (row?.state === 'intended' || row?.state === task.row.state) {
      task.namesInUse = new Set(row.names)
      return writeOutcome(trx, task, more, await settle(trx))
    }
    await task.held.leave?.(trx)
    return undefined
  })
}

interface AskOf<S extends Stage> {
  stage: S
  context: StageContext
  check?(reply: Reply<S>): string | null
  settle(trx: Trx, reply: Reply<S>): Promise<Outcome>
}

/** Replies asked for at most: a repair that fails needs a person, which costs more than one more call. */
const mostReplies = 3

async function ask<S extends Stage>(task: ReplayTask, { stage, context, check, settle }: AskOf<S>): Promise<(trx: Trx) => Promise<Outcome>> {
  const { deps, repairId } = task.held
  const reply = await deps.model.ask(stage, context, { purpose: 'replay', repairId, stepId: task.step.id }, { tries: mostReplies, ...(check ? { check } : {}) })
  return (trx) => settleReply(trx, { stage, context, settle }, reply)
}

/** The outcome notes what was asked and said: where another repair takes this one over, the same need not be asked again. */
async function settleReply<S extends Stage>(trx: Trx, { stage, context, settle }: AskOf<S>, reply: Reply<S>): Promise<Outcome> {
  const outcome = await settle(trx, reply)
  return { ...outcome, detail: { ...outcome.detail, asked: { hash: promptHash(stage, context), reply } } }
}

/** What comes of a step for which a repair that this one has taken over has asked the same; null where the model has to be asked. */
async function askedBefore<S extends Stage>(trx: Trx, { held: { tenantId, repairId }, step, hasMerged }: ReplayTask, prepared: AskOf<S>): Promise<Outcome | null> {
  if (!hasMerged) return null
  const { rows: [row] } = await sql<{ reply: Reply<S> | null }>`
    select emend.earlier_reply(${tenantId}, ${repairId}, ${step.id}, ${promptHash(prepared.stage, prepared.context)}) as reply`.execute(trx)
  return row?.reply ? settleReply(trx, prepared, row.reply) : null
}

/** Where a repair that this one has taken over has written the same, that stands again. @returns the state of the repair then */
async function adopt(trx: Trx, { held: { tenantId, repairId, epoch }, step, hasMerged }: ReplayTask, { state, items, detail }: Outcome): Promise<RepairState | null> {
  if (!hasMerged || state !== 'done') return null
  const { rows: [row] } = await sql<{ state: RepairState | null }>`
    select emend.adopt_step(${tenantId}, ${repairId}, ${epoch}, ${step.id}, ${JSON.stringify(items)}::jsonb, ${JSON.stringify(detail)}::jsonb) as state`.execute(trx)
  return row?.state ?? null
}

async function writeOutcome(trx: Trx, task: ReplayTask, more: More, outcome: Outcome): Promise<Written> {
  const { tenantId, repairId, epoch, leave } = task.held
  if (outcome.state === 'waiting' && more !== null) {
    await trx.updateTable('repair').set({ waiting_for: 'tool' }).where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).execute()
    await trx.insertInto('event').values({ tenant_id: tenantId, type: 'tool:waiting', node_id: task.step.id, repair_id: repairId }).execute()
    await leave?.(trx)
    return { step: 'waiting', repair: 'applied' }
  }
  const adopted = more === null ? await adopt(trx, task, outcome) : null
  const { rows: [row] } = adopted ? { rows: [{ state: adopted }] } : await sql<{ state: RepairState }>`
    select emend.record_result(${tenantId}, ${repairId}, ${epoch}, ${task.step.id}, ${outcome.state}, ${outcome.newStep}, ${outcome.isChanged},
      ${JSON.stringify(outcome.replaces)}::jsonb, ${prepareItems(outcome.items)}::jsonb, ${outcome.evidence}::text[],
      ${JSON.stringify(outcome.detail)}::jsonb) as state`.execute(trx)
  await leave?.(trx)
  return { step: outcome.state, repair: row?.state ?? 'applied' }
}

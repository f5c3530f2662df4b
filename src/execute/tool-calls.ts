/** Tool calls of a replay, by effect class: intent before, result after, at most once where it matters. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { Tool } from '../tools/contract.js'
import type { EffectClass } from '../vocabulary.js'
import { noop, settled, type Outcome, type Prepared } from './outcome.js'
import type { ReplayTask } from './replay-task.js'
import { runTool } from './run-tool.js'

/** What a call came to. */
export type CallOutcome = { kind: 'result'; text: string } | { kind: 'skipped' }

/** A call to make. `args` null: only compensate the earlier call. */
export interface Call {
  name: string
  args: unknown
  /** Arguments and result of the earlier call, for a compensator. */
  oldArgs: unknown
  oldResult: unknown
  /** Number of an extra call of a plan; left out for the call in the place of an old action. */
  ordinal?: number
}

type Settle = (outcome: CallOutcome, trx: Trx) => Promise<Outcome>

/**
 * Prepare a tool call (method, section 7.6; G5). pure and idempotent run again with the same key; resettable resets first;
 * compensating compensates the earlier call once, then runs; irreversible, and a tool that is not registered here, waits
 * for a person, and so does any effect that was not in the plan that a person approved. Where a crash hid whether a compensator or an irreversible call ran, or a tool that lives elsewhere did not answer, its row is
 * lost and a person decides.
 */
export async function prepareCall(trx: Trx, task: ReplayTask, call: Call, settle: Settle): Promise<Prepared> {
  const { held: { deps, repairId }, step } = task
  const tool = deps.tools.get(call.name)
  const effect = tool?.effect ?? 'irreversible'
  const key = `${repairId}:${step.externalId}${call.ordinal === undefined ? '' : `:${call.ordinal}`}`
  if (tool?.compensate && effect === 'compensating' && call.oldResult !== null) {
    const first = await compensate(trx, task, call, tool, `${key}:compensate`)
    if (first) return first
  }
  if (call.args === null) return settled(await settle({ kind: 'result', text: '' }, trx))

  const row = await readCall(trx, task, key)
  const mustAsk = effect === 'irreversible'
  const waits = mustAsk || (!row && !await mayCall(trx, task, call.name, effect))
  if (!row) {
    await addCall(trx, task, call.name, effect, call.args, key, waits ? 'waiting' : 'intended')
    if (waits) return wait(mustAsk ? 'waits for a person: its effect cannot be taken back' : 'waits for a person: the plan that was approved did not make this call')
  } else if (row.state === 'skipped') {
    return settled(await settle({ kind: 'skipped' }, trx))
  } else if (row.state === 'done' || row.state === 'error') {
    return settled(await settle({ kind: 'result', text: resultText(row.result) }, trx))
  } else if (row.state === 'waiting' || row.state === 'lost') {
    return wait('waits for a person')
  } else if (row.state === 'intended' && (mustAsk || effect === 'compensating')) {
    await setCall(trx, task, key, { state: 'lost' })
    return wait('a crash hid whether the call was made')
  } else {
    await setCall(trx, task, key, { state: 'intended' })
  }
  return {
    kind: 'call', key,
    run: () => runTool(tool, call.name, call.args, key),
    async settle(inner, result) {
      if (!result.ok && result.isLost) {
        await setCall(inner, task, key, { state: 'lost', result: JSON.stringify({ error: result.error }) })
        return { ...noop('nobody knows whether the call was made'), state: 'waiting', detail: task.row.detail }
      }
      await setCall(inner, task, key, { state: result.ok ? 'done' : 'error', result: JSON.stringify(result.ok ? (result.value ?? null) : { error: result.error }), finished_at: new Date() })
      return settle({ kind: 'result', text: resultText(result.ok ? result.value : { error: result.error }) }, inner)
    },
  }
}

/** Undo the earlier call once. @returns null when that is behind us */
async function compensate(trx: Trx, task: ReplayTask, call: Call, tool: Tool, key: string): Promise<Prepared | null> {
  const row = await readCall(trx, task, key)
  if (row?.state === 'compensated' || row?.state === 'skipped') return null
  if (row?.state === 'intended') await setCall(trx, task, key, { state: 'lost' })
  if (row && row.state !== 'approved') return wait('a crash hid whether the earlier call was compensated')
  const waits = !row && !await mayCall(trx, task, call.name, 'compensating')
  if (row) await setCall(trx, task, key, { state: 'intended' })
  else await addCall(trx, task, call.name, 'compensating', call.oldArgs, key, waits ? 'waiting' : 'intended')
  if (waits) return wait('waits for a person: the plan that was approved did not make this call')
  return {
    kind: 'call', key,
    run: () => runTool({ ...tool, run: async (args, context) => tool.compensate?.(args, call.oldResult, context) }, call.name, call.oldArgs, key),
    async settle(inner, result) {
      const pending = { ...noop('the earlier call was compensated'), state: 'pending' as const, detail: task.row.detail }
      if (result.ok) {
        await setCall(inner, task, key, { state: 'compensated', finished_at: new Date() })
        return pending
      }
      await setCall(inner, task, key, { state: 'lost', result: JSON.stringify({ error: result.error }) })
      return { ...pending, state: 'waiting' }
    },
  }
}

const wait = (reason: string): Prepared => settled({ ...noop(reason), state: 'waiting' })

async function mayCall(trx: Trx, task: ReplayTask, name: string, effect: EffectClass): Promise<boolean> {
  const { rows: [row] } = await sql<{ may: boolean }>`
    select emend.may_call(${task.held.tenantId}, ${task.held.repairId}, ${task.step.id}, ${name}, ${effect}, ${task.held.deps.limits.approveAbove ?? null}) as may`.execute(trx)
  return row?.may ?? false
}

async function readCall(trx: Trx, task: ReplayTask, key: string): Promise<{ state: string; result: unknown } | undefined> {
  return trx.selectFrom('tool_call').select(['state', 'result'])
    .where('tenant_id', '=', task.held.tenantId).where('idempotency_key', '=', key).executeTakeFirst()
}

async function addCall(trx: Trx, task: ReplayTask, name: string, effect: EffectClass, args: unknown, key: string, state: string): Promise<void> {
  await trx.insertInto('tool_call').values({
    tenant_id: task.held.tenantId, repair_id: task.held.repairId, step_id: task.step.id, tool_name: name, effect,
    args: JSON.stringify(args ?? {}), idempotency_key: key, state,
  }).execute()
}

async function setCall(trx: Trx, task: ReplayTask, key: string, values: { state: string; result?: string; finished_at?: Date }): Promise<void> {
  await trx.updateTable('tool_call').set(values)
    .where('tenant_id', '=', task.held.tenantId).where('idempotency_key', '=', key).execute()
}

function resultText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}


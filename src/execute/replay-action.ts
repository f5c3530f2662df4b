/** Replay of a tool action and its observation. */
import type { Trx } from '../db/transaction.js'
import type { EffectClass } from '../vocabulary.js'
import { buildContext } from './context.js'
import { newId } from './new-id.js'
import { cutOff, done, noop, settled, type Outcome, type Prepared } from './outcome.js'
import { mayCutOff, newPremises, saysTheSame } from './premises.js'
import type { PlannedCall, ReplayTask } from './replay-task.js'
import { sameJson } from './same-json.js'
import { stepItem } from './step-item.js'
import { prepareCall, type CallOutcome } from './tool-calls.js'

/** An observation as it was recorded. */
interface OldObservation {
  id: number
  externalId: string
  content: string
}

/**
 * Prepare an action. Its repaired plan says whether and with what it runs. Under a plan that stands it runs with the same
 * arguments, unless a premise of its own was removed: then the plan stage derives them again, with the old call as hint. So it does for an
 * action that names no plan, where a premise was replaced.
 */
export async function prepareAction(trx: Trx, task: ReplayTask): Promise<Prepared> {
  const { step, held: { deps, tenantId } } = task
  const name = step.toolName ?? ''
  const effect = deps.tools.get(name)?.effect ?? 'irreversible'
  const planRow = step.used.map((id) => task.rows.get(id)).find((row) => row?.detail.calls !== undefined)
  const call = planRow?.detail.calls?.find((planned) => planned.action === step.id)
  const planStands = step.used.some((id) => task.current(id).length > 0 && task.node(id).kind === 'plan')
  if ((planRow && !call) || (!planRow && !planStands && step.used.some((id) => task.isKnown(id) && task.node(id).kind === 'plan'))) {
    if (effect === 'compensating') return prepareCall(trx, task, { ...await oldCall(trx, task), name, args: null }, (outcome) => Promise.resolve(notMade(outcome)))
    return settled(noop('the repaired plan does not make this call', await stillTrue(trx, task, effect)))
  }
  let args = call?.args ?? task.row.detail.args ?? step.toolArgs ?? {}
  const lost = step.used.some((id) => task.removed.has(id) || (task.current(id).length === 0 && task.node(id).kind !== 'plan') || (!planStands && isReplaced(task, id)))
  if (!planRow && lost && task.row.detail.args === undefined) {
    const asked = await askForArgs(trx, task, name)
    if (asked) return asked
    args = step.toolArgs ?? {}
  }
  const isKept = planRow?.state === 'cut_off' || (!planRow && !lost)
  const isSame = sameJson(args, step.toolArgs ?? {})
  if (isKept && isSame && mayCutOff(task) && (effect === 'compensating' || effect === 'irreversible')) {
    return settled(cutOff('its plan makes the same call, and its effect stands', newPremises(task)))
  }
  const old = await oldCall(trx, task)
  return prepareCall(trx, task, { ...old, name, args }, async (outcome, inner) => {
    if (outcome.kind === 'skipped') return noop('a person decided that it is not run again', await stillTrue(inner, task, effect))
    const observed = old.observations[0]
    const saysSame = isSame && observed !== undefined && saysTheSame(observed.content, outcome.text)
    if (saysSame && isKept && mayCutOff(task)) return cutOff('the tool returns the same', newPremises(task))
    return recordCall(inner, task, { name, args, text: outcome.text, isChanged: !saysSame, observations: old.observations, tenantId })
  })
}

/** Something else stands in the place of a premise: where no plan says what follows from that, it is asked for. */
const isReplaced = (task: ReplayTask, id: number): boolean =>
  ['claim', 'memory', 'tool_observation'].includes(task.node(id).kind) && !task.current(id).includes(id) && !(task.rows.get(id)?.isChanged === false)

/** An extra call of a repaired plan: a new action that replaces none. */
export async function prepareExtraCall(trx: Trx, task: ReplayTask, call: PlannedCall, ordinal: number): Promise<Prepared> {
  const { held: { tenantId } } = task
  const settle = (outcome: Outcome, state: 'done' | 'noop'): Outcome => ({
    ...outcome, state: task.row.state === 'cut_off' ? 'cut_off' : 'done',
    detail: { ...task.row.detail, calls: (task.row.detail.calls ?? []).map((other, index) => (index === ordinal ? { ...other, state } : other)) },
  })
  return prepareCall(trx, task, { name: call.name, args: call.args, ordinal, oldArgs: null, oldResult: null }, async (outcome, inner) => {
    if (outcome.kind === 'skipped') return settle(noop('a person decided that it is not run'), 'noop')
    const recorded = await recordCall(inner, task, {
      name: call.name, args: call.args, text: outcome.text, isChanged: true, observations: [], tenantId, isExtra: true,
    })
    return settle(recorded, 'done')
  })
}

/** What an irreversible call returned stays true about the world, though its reason was wrong. */
async function stillTrue(trx: Trx, task: ReplayTask, effect: EffectClass): Promise<{ restored?: number[] }> {
  if (effect !== 'irreversible') return {}
  const { observations } = await oldCall(trx, task)
  return observations.length > 0 ? { restored: observations.map((observation) => observation.id) } : {}
}

const notMade = (outcome: CallOutcome): Outcome =>
  noop(outcome.kind === 'skipped' ? 'the repaired plan does not make this call' : 'the repaired plan does not make this call; the earlier one was compensated')

/** What the old action did. */
async function oldCall(trx: Trx, task: ReplayTask): Promise<{ observations: OldObservation[]; oldArgs: unknown; oldResult: unknown }> {
  const rows = await trx.selectFrom('edge').innerJoin('step', (join) => join
    .onRef('step.tenant_id', '=', 'edge.tenant_id').onRef('step.step_id', '=', 'edge.target_id'))
    .innerJoin('node', (join) => join.onRef('node.tenant_id', '=', 'step.tenant_id').onRef('node.node_id', '=', 'step.step_id'))
    .select(['step.step_id', 'step.content', 'node.external_id']).distinct()
    .where('edge.tenant_id', '=', task.held.tenantId).where('edge.source_id', '=', task.step.id)
    .where('edge.target_kind', '=', 'tool_observation').where('edge.label', '=', 'produce').orderBy('step.step_id').execute()
  const observations = rows.map((row) => ({ id: row.step_id, externalId: row.external_id, content: row.content }))
  const last = observations.at(-1)
  return { observations, oldArgs: task.step.toolArgs ?? {}, oldResult: last ? readJson(last.content) : null }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

async function askForArgs(trx: Trx, task: ReplayTask, name: string): Promise<Prepared | null> {
  const { held: { deps }, step } = task
  const tool = deps.tools.get(name)
  if (!tool) return null
  const context = {
    ...buildContext(task),
    tools: [{ name, ...(tool.description ? { description: tool.description } : {}), ...(tool.parameters ? { parameters: tool.parameters } : {}) }],
    ...(step.content === '' ? {} : { hint: { content: step.content, toolCalls: [{ name, args: step.toolArgs ?? {} }] } }),
  }
  await Promise.resolve(trx)
  return {
    kind: 'ask', stage: 'plan', context,
    async settle(_inner, reply) {
      const call = reply.tool_calls.find((made) => made.name === name)
      if (!call) return noop('the repaired evidence does not call for it')
      return Promise.resolve({ ...noop('its arguments were derived again'), state: 'pending' as const, detail: { args: readJson(call.args) } })
    },
  }
}

/** New action and observation nodes, pointing at the ones that they replace. */
async function recordCall(trx: Trx, task: ReplayTask, call: {
  name: string; args: unknown; text: string; isChanged: boolean; observations: readonly OldObservation[]; tenantId: number; isExtra?: boolean
}): Promise<Outcome> {
  const { step } = task
  const taken = new Set<string>()
  const oldId = call.isExtra ? `${step.externalId}.${call.name}`.slice(0, 180) : step.externalId
  const actionId = await newId(trx, task, oldId, taken)
  const observationId = await newId(trx, task, call.observations[0]?.externalId ?? `${oldId}.result`, taken)
  const plans = (call.isExtra ? [step.id] : step.used).flatMap((id) => task.current(id)).map((id) => task.node(id))
  const used = plans.filter((node) => node.kind !== 'tool_action' && node.kind !== 'memory_read').map((node) => node.externalId)
  const callId = call.isExtra ? actionId : (step.callId ?? actionId)
  return done({
    items: [
      { ...stepItem(task, actionId, step, 'tool_action'), content: `${call.name}(${JSON.stringify(call.args)})`, used_ids: [...new Set(used)], tool: { name: call.name, args: call.args, call_id: callId } },
      { ...stepItem(task, observationId, step, 'tool_observation'), content: call.text, used_ids: [actionId], tool: { name: call.name, call_id: callId } },
    ],
    newStep: actionId,
    replaces: call.isExtra ? [] : [{ id: actionId, old: step.id }, ...call.observations.map((old) => ({ id: observationId, old: old.id }))],
    isChanged: call.isChanged,
  })
}


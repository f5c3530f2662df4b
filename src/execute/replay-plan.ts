/** Replay of a plan: it decides which tools run. */
import type { Trx } from '../db/transaction.js'
import type { Reply } from '../llm/contracts.js'
import { buildContext } from './context.js'
import { hintOnlyArgs } from './hint-only.js'
import { knowsAsMuch } from './looked-up.js'
import { newId } from './new-id.js'
import { cutOff, done, noop, settled, type Prepared } from './outcome.js'
import { isJustified, mayCutOff, mayKeep, newPremises } from './premises.js'
import type { PlannedCall, ReplayDetail, ReplayTask } from './replay-task.js'
import { sameJson } from './same-json.js'
import { citedIds, offeredIds, stepItem } from './step-item.js'

/** An action that an old plan launched. */
export interface OldAction {
  id: number
  name: string
  args: unknown
}

/**
 * Prepare a plan. The new plan's calls decide the actions: each takes the place of the next old action with the same tool;
 * the others are new actions; old actions without a call become no-ops (method, section 7.4).
 */
export async function preparePlan(trx: Trx, task: ReplayTask): Promise<Prepared> {
  if (mayKeep(task)) return settled(cutOff('its evidence came out the same', newPremises(task)))
  if (!isJustified(task) && task.inputs.length === 0) return settled(noop('nothing that it rested on is left'))
  const { step, held: { deps, tenantId } } = task
  const actions = await loadActions(trx, tenantId, step.id)
  if (task.rule === 'R14' && actions.length === 0 && knowsAsMuch(task)) return settled(noop('it answers from what is known, and that is known still'))
  const withdrawn = await loadTexts(trx, tenantId, [...task.deleted])
  const tools = deps.tools.list().map(({ name, description, parameters }) => ({
    name, ...(description === undefined ? {} : { description }), ...(parameters === undefined ? {} : { parameters }),
  }))
  const context = {
    ...buildContext(task), tools,
    // a plan of R14 called nothing: it said what the fault had told; one that was emptied says nothing
    ...(task.rule === 'R14' || step.content === '' ? {} : { hint: { content: step.content, toolCalls: actions.map(({ name, args }) => ({ name, args })) } }),
  }
  return {
    kind: 'ask', stage: 'plan', context,
    async settle(inner, reply) {
      const offered = [...context.inputs, ...context.evidence].map(({ content }) => content)
      const { calls, dropped } = matchCalls(reply.tool_calls, actions, (args) => hintOnlyArgs(args, withdrawn, offered))
      const evidence = offeredIds(context, [...reply.evidence_ids, ...reply.tool_calls.flatMap((call) => call.evidence_ids)])
      const isSame = calls.length > 0 && calls.length === actions.length
        && calls.every((call) => sameJson(call.args, actions.find((action) => action.id === call.action)?.args))
      if (isSame && mayCutOff(task)) return cutOff('it makes the same calls as before', evidence, { calls })
      const id = await newId(inner, task, step.externalId, new Set())
      return done({
        items: [{ ...stepItem(task, id), content: reply.content, used_ids: citedIds(task, evidence) }],
        newStep: id,
        replaces: [{ id, old: step.id }],
        isChanged: !isSame,
        detail: { calls, ...(dropped.length > 0 ? { dropped } : {}) },
      })
    },
  }
}

/** The actions that a plan launched, in clock order; not those of repairs that were undone. */
export async function loadActions(trx: Trx, tenantId: number, planId: number): Promise<OldAction[]> {
  const rows = await trx.selectFrom('edge').innerJoin('step', (join) => join
    .onRef('step.tenant_id', '=', 'edge.tenant_id').onRef('step.step_id', '=', 'edge.target_id'))
    .select(['step.step_id', 'step.tool_name', 'step.tool_args']).distinct()
    .where('edge.tenant_id', '=', tenantId).where('edge.source_id', '=', planId).where('edge.target_kind', '=', 'tool_action')
    .where((eb) => eb.not(eb.exists(eb.selectFrom('step_state').innerJoin('repair', (join) => join
      .onRef('repair.tenant_id', '=', 'step_state.tenant_id').onRef('repair.repair_id', '=', 'step_state.repair_id')).select('step_state.step_id')
      .whereRef('step_state.tenant_id', '=', 'step.tenant_id').whereRef('step_state.step_id', '=', 'step.step_id').where('repair.state', '=', 'undone'))))
    .orderBy('step.step_id').execute()
  return rows.map((row) => ({ id: row.step_id, name: row.tool_name ?? '', args: row.tool_args ?? {} }))
}

async function loadTexts(trx: Trx, tenantId: number, memories: number[]): Promise<string[]> {
  if (memories.length === 0) return []
  const rows = await trx.selectFrom('memory').select('content').where('tenant_id', '=', tenantId).where('memory_id', 'in', memories).execute()
  return rows.map((row) => row.content)
}

/** Calls with the old actions whose place they take; what cannot be read, or has its values from the faults alone, is not made. */
function matchCalls(
  made: Reply<'plan'>['tool_calls'], actions: readonly OldAction[], faultyIn: (args: unknown) => string[],
): { calls: PlannedCall[]; dropped: NonNullable<ReplayDetail['dropped']> } {
  const free = [...actions]
  const dropped: NonNullable<ReplayDetail['dropped']> = []
  const calls = made.flatMap((call): PlannedCall[] => {
    const args = parseArgs(call.args)
    const faulty = args === undefined ? [] : faultyIn(args)
    if (args === undefined || faulty.length > 0) {
      dropped.push({ content: `${call.name}(${call.args})`, why: args === undefined ? 'its arguments are not JSON' : `only a deleted memory says ${faulty.join(', ')}` })
      return []
    }
    const at = free.findIndex((action) => action.name === call.name)
    return [{ name: call.name, args, action: at < 0 ? null : (free.splice(at, 1)[0]?.id ?? null) }]
  })
  return { calls, dropped }
}

function parseArgs(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

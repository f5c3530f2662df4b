/** Replay of a plan: it decides which tools run. */
import type { Trx } from '../db/transaction.js'
import type { Reply } from '../llm/contracts.js'
import { buildContext } from './context.js'
import { newId } from './new-id.js'
import { cutOff, done, noop, settled, type Prepared } from './outcome.js'
import { isJustified, mayCutOff, mayKeep, newPremises } from './premises.js'
import type { PlannedCall, ReplayTask } from './replay-task.js'
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
  const tools = deps.tools.list().map(({ name, description, parameters }) => ({
    name, ...(description === undefined ? {} : { description }), ...(parameters === undefined ? {} : { parameters }),
  }))
  const context = {
    ...buildContext(task), tools,
    hint: { content: step.content, toolCalls: actions.map(({ name, args }) => ({ name, args })) },
  }
  return {
    kind: 'ask', stage: 'plan', context,
    async settle(inner, reply) {
      const { calls, unreadable } = matchCalls(reply.tool_calls, actions)
      const evidence = offeredIds(context, [...reply.evidence_ids, ...reply.tool_calls.flatMap((call) => call.evidence_ids)])
      const dropped = unreadable.map((call) => ({ content: `${call.name}(${call.args})`, why: 'its arguments are not JSON' }))
      const isSame = calls.length > 0 && calls.length === actions.length
        && calls.every((call) => sameJson(call.args, actions.find((action) => action.id === call.action)?.args))
      if (isSame && mayCutOff(task)) return cutOff('it makes the same calls as before', evidence, { calls })
      const id = await newId(inner, tenantId, step.externalId, new Set())
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

/** The actions that a plan launched, in clock order. */
export async function loadActions(trx: Trx, tenantId: number, planId: number): Promise<OldAction[]> {
  const rows = await trx.selectFrom('edge').innerJoin('step', (join) => join
    .onRef('step.tenant_id', '=', 'edge.tenant_id').onRef('step.step_id', '=', 'edge.target_id'))
    .select(['step.step_id', 'step.tool_name', 'step.tool_args']).distinct()
    .where('edge.tenant_id', '=', tenantId).where('edge.source_id', '=', planId).where('edge.target_kind', '=', 'tool_action')
    .orderBy('step.step_id').execute()
  return rows.map((row) => ({ id: row.step_id, name: row.tool_name ?? '', args: row.tool_args ?? {} }))
}

function matchCalls(made: Reply<'plan'>['tool_calls'], actions: readonly OldAction[]): { calls: PlannedCall[]; unreadable: typeof made } {
  const free = [...actions]
  const unreadable: typeof made = []
  const calls = made.flatMap((call): PlannedCall[] => {
    const args = parseArgs(call.args)
    if (args === undefined) {
      unreadable.push(call)
      return []
    }
    const at = free.findIndex((action) => action.name === call.name)
    return [{ name: call.name, args, action: at < 0 ? null : (free.splice(at, 1)[0]?.id ?? null) }]
  })
  return { calls, unreadable }
}

function parseArgs(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Third stage: plan, act, observe. */
import { randomUUID } from 'node:crypto'
import type { Tool } from '../index.js'
import type { Turn } from './agent.js'
import { askStage } from './ask-stage.js'
import { citedIds } from './cited-ids.js'
import { recordPending } from './record-pending.js'

interface Call { stepId: string; callId: string; name: string; args: unknown }

/** Plan and call until nothing more is to be called; without tools there is nothing to plan, and no call of the model. */
export async function useTools(turn: Turn): Promise<void> {
  const { toolNames, toolRounds = 1 } = turn.request
  const offered = turn.store.tools.own().filter(({ name }) => toolNames === undefined || toolNames.includes(name))
  if (offered.length === 0) return
  for (let round = 0; round < toolRounds; round++) {
    const calls = await plan(turn, offered)
    if (calls.length === 0) return
    // What a tool does to the world is never without a trace: plan and actions are recorded before it runs.
    await recordPending(turn)
    for (const call of calls) await observe(turn, call)
  }
}

async function plan(turn: Turn, offered: readonly Tool[]): Promise<Call[]> {
  const { content, evidence_ids, tool_calls } = await askStage(turn, 'plan', {
    tools: offered.map(({ name, description, parameters }) => ({
      name, ...(description ? { description } : {}), ...(parameters ? { parameters } : {}),
    })),
  })
  const planId = randomUUID()
  turn.pending.push({ id: planId, type: 'plan', content, usedIds: citedIds(turn, evidence_ids) })
  turn.evidence.push({ id: planId, kind: 'plan', content })
  return tool_calls.map(({ name, args, evidence_ids: from }) => {
    const call = { stepId: randomUUID(), callId: randomUUID(), name, args: JSON.parse(args) as unknown }
    turn.pending.push({
      id: call.stepId, type: 'tool_action', content: `${name}(${args})`, usedIds: [planId, ...from],
      tool: { name, args: call.args, callId: call.callId },
    })
    return call
  })
}

async function observe(turn: Turn, call: Call): Promise<void> {
  turn.calls.tool++
  const result = await turn.store.tools.call(call.name, call.args, { idempotencyKey: call.stepId })
  const content = result.ok ? JSON.stringify(result.value) : `Error: ${result.error}`
  const id = randomUUID()
  turn.pending.push({ id, type: 'tool_observation', content, usedIds: [call.stepId], tool: { name: call.name, callId: call.callId } })
  turn.evidence.push({ id, kind: 'observation', content })
}

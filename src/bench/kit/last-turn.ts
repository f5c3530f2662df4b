/** The last turn, taken out of the store and run again through the normal agent. */
import { runTurn, type AgentStore, type Emend, type PlanToCarryOut } from '../../index.js'
import type { Json, MethodInput, MethodResult, PublicCase } from '../controlled/types.js'
import { lastTurnOf } from './case-steps.js'
import { costsOf } from './costs.js'
import { carryOut } from './repair-with.js'

/** Steps that the agent took. */
export interface RunAgain {
  answer: string
  steps: number
}

/**
 * What takes the effects of the last turn out of the store, for a plan: what it made leaves, what it retired comes back.
 *
 * @param removed memories that leave besides
 */
export function withoutLastTurn(one: PublicCase, by: string, removed: readonly string[]): PlanToCarryOut & { quarantine: string[]; reopen: string[] } {
  const { made, retired } = lastTurnOf(one)
  return {
    by, failedAnswer: one.failedAnswer, quarantine: [...new Set([...removed, ...made])],
    reopen: retired.filter((id) => !removed.includes(id) && !made.includes(id)),
  }
}

/** Say the last input again in its session, and let the agent take the turn. */
export async function runLastTurn(emend: Emend, one: PublicCase): Promise<RunAgain> {
  const { session, earlier } = lastTurnOf(one)
  let steps = 1 // the read
  const store: AgentStore = {
    inputs: emend.inputs, memories: emend.memories, model: emend.model, tools: emend.tools,
    turns: {
      record(turn, options) {
        steps += turn.steps.length
        return emend.turns.record(turn, options)
      },
    },
  }
  const { answer } = await runTurn(store, { content: one.lastInput.content, userId: one.lastInput.userId, sessionId: session, earlier, domain: one.domain })
  return { answer: answer.content, steps }
}

/** Remove memories, undo what the last turn did to the store, and run it again. Nothing of the trace is repaired. */
export async function removeAndRunAgain({ emend, case: one }: MethodInput, by: string, removed: readonly string[]): Promise<MethodResult> {
  const plan = withoutLastTurn(one, by, removed)
  if (plan.quarantine.length + plan.reopen.length > 0) await carryOut(emend, [], plan)
  const { answer, steps } = await runLastTurn(emend, one)
  return { answer, invalidatedClaims: [], replayedSteps: steps, ...await costsOf(emend), plan: { removed: [...removed] } satisfies Json }
}

import type { Decision, Planning } from './planning.js'
import type { PlanNode } from './types.js'
import { mayReplay } from './settled.js'

/**
 * R8 in arm facts: invalid plans of the answer's turn that called tools, and their calls. The failed answer may have had no use for
 * what they returned because the fault had told it already; without the fault it is what is left to answer from.
 */
export function lookUpsOf(planning: Planning, answer: PlanNode, invalid: ReadonlySet<number>): Map<number, Decision<'replay'>> {
  const found = new Map<number, Decision<'replay'>>()
  for (const step of planning.nodes) {
    if (step.kind !== 'plan' || step.session !== answer.session || step.turn !== answer.turn || !invalid.has(step.id) || !mayReplay(step)) continue
    const calls = planning.out(step.id).filter(({ label }) => label === 'initiate').flatMap(({ target }) => planning.node(target) ?? [])
      .filter(({ id, kind }) => kind === 'tool_action' && invalid.has(id))
    for (const { id } of calls.length > 0 ? [step, ...calls] : []) {
      found.set(id, { disposition: 'replay', rule: 'R8', reason: `${planning.name(answer.id)} is made again, and its turn looks things up` })
    }
  }
  return found
}

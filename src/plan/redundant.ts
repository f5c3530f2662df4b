import type { Decision, Planning } from './planning.js'
import { actionOf } from './relations.js'
import type { PlanNode } from './types.js'

/**
 * R7 for observations: never replayed themselves. Null when the action is not run again and the rest of the rules decide.
 *
 * @param isRelevant the failed answer is reached from it
 */
export function redundantObservation(
  planning: Planning,
  observation: PlanNode,
  replayed: ReadonlySet<number>,
  isRelevant: boolean,
): Decision<'redundant'> | null {
  const action = actionOf(planning, observation)
  if (action && replayed.has(action.id)) return { disposition: 'redundant', rule: 'R7', reason: `${action.externalId} is run again` }
  if (!action && isRelevant) return { disposition: 'redundant', rule: 'R7', reason: 'no action was recorded that could be run again' }
  return null
}

/** R7 for answers: an invalid earlier answer of the session, which the new one replaces. */
export function replacedAnswer(step: PlanNode, answer: PlanNode): Decision<'redundant'> | null {
  if (step.kind !== 'final_answer' || step.session !== answer.session || step.place >= answer.place) return null
  return { disposition: 'redundant', rule: 'R7', reason: `the new answer for ${answer.externalId} replaces it` }
}

import { isStep, type Planning } from './planning.js'
import type { PlanNode } from './types.js'

function isFallen(planning: Planning, step: PlanNode, leaving: ReadonlySet<number>): boolean {
  if (step.isInvalidBefore) return true
  if (step.kind === 'memory_read' && planning.proof(step.id) === null) return step.used.some((id) => leaving.has(id))
  return !planning.isSupported(step.id) || (!planning.policy.planner && step.kind !== 'memory_read')
}

/**
 * R5 and R6: affected steps whose output may no longer be cited. A plan takes its actions with it, an action its observation.
 * A read falls when a result of it leaves or its re-execution returned something else.
 */
export function invalidSteps(planning: Planning, leaving: ReadonlySet<number>): Set<number> {
  const steps = planning.nodes.filter((node) => isStep(node) && node.isAffected)
  const invalid = new Set(steps.filter((step) => isFallen(planning, step, leaving)).map(({ id }) => id))
  for (const kind of ['plan', 'tool_action'] as const) {
    const label = kind === 'plan' ? 'initiate' : 'produce'
    for (const step of steps) {
      if (step.kind !== kind || !invalid.has(step.id)) continue
      for (const edge of planning.out(step.id)) {
        const next = planning.node(edge.target)
        if (edge.label === label && next?.isAffected && next.kind === (kind === 'plan' ? 'tool_action' : 'tool_observation'))
          invalid.add(next.id)
      }
    }
  }
  return invalid
}

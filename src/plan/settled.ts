/** What earlier repairs have decided already. */
import type { Planning } from './planning.js'
import type { PlanNode } from './types.js'

/** Whether a step may be replayed: not where an earlier repair has done so, since what came of it stands in its place. */
export const mayReplay = (step: Pick<PlanNode, 'isSettled'>): boolean => !step.isSettled

/** Memories that are out once the plan is applied: what it takes out, and what was deleted or quarantined before. */
export function goneFrom(planning: Planning, leaving: ReadonlySet<number>): ReadonlySet<number> {
  const before = planning.nodes.filter(({ status }) => status === 'deleted' || status === 'quarantined')
  return new Set([...leaving, ...before.map(({ id }) => id)])
}

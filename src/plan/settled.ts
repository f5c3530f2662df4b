/** What earlier repairs have decided already. */
import { append, isStep, type Planning } from './planning.js'
import type { PlanNode } from './types.js'

/** Whether a step may be replayed: not where an earlier repair has done so, since what came of it stands in its place. */
export const mayReplay = (step: Pick<PlanNode, 'isSettled'>): boolean => !step.isSettled

/** Steps that repairs made and that are not settled themselves, by the place that they have taken. */
export function standIns(planning: Planning): Map<number, PlanNode[]> {
  const found = new Map<number, PlanNode[]>()
  for (const node of planning.nodes) if (isStep(node) && node.place !== node.id && !node.isSettled) append(found, node.place, node)
  return found
}

/** Memories that are out by the hand of a repair once the plan is applied: of this one, or of an earlier one. */
export function goneFrom(planning: Planning, leaving: ReadonlySet<number>): ReadonlySet<number> {
  return new Set([...leaving, ...planning.nodes.filter(({ isOut }) => isOut).map(({ id }) => id)])
}

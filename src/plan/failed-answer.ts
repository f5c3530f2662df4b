import type { PlanNode } from './types.js'

/**
 * The answer that a repair is about: the one that a fault names, else the last affected answer of the last affected session,
 * else the last affected answer of any, else the last answer of the last affected session although it is clean (arm paper makes
 * it again, arm facts keeps it). An answer that an earlier repair has replaced is chosen only by name.
 *
 * The last affected session is the one with the youngest affected step; a step that a repair made is as old as the one that it stands for.
 *
 * @param named what fault rows name, by clock; of several the youngest
 * @returns null when there is none of these
 */
export function failedAnswer(
  nodes: readonly Pick<PlanNode, 'id' | 'kind' | 'session' | 'isAffected' | 'isInvalidBefore' | 'place'>[],
  named: readonly number[] = [],
): number | null {
  if (named.length > 0) return Math.max(...named)
  const steps = nodes
    .filter((node) => node.isAffected && !node.isInvalidBefore && node.kind !== 'memory' && node.kind !== 'input')
    .sort((a, b) => b.place - a.place || b.id - a.id)
  const session = steps[0]?.session
  const answers = steps.filter(({ kind }) => kind === 'final_answer')
  const affected = answers.find((answer) => answer.session === session) ?? answers[0]
  if (affected || session === undefined || session === null) return affected?.id ?? null
  const clean = nodes
    .filter((node) => node.kind === 'final_answer' && node.session === session && !node.isInvalidBefore)
    .sort((a, b) => b.place - a.place || b.id - a.id)
  return clean[0]?.id ?? null
}

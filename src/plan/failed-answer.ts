import type { PlanNode } from './types.js'

/**
 * The answer that a repair is about: the one that a fault names, else the last affected answer of the last affected session,
 * else the last affected answer of any. An answer that an earlier repair has replaced is chosen only by name.
 *
 * The last affected session is the one with the youngest affected step.
 *
 * @param named what fault rows name, by clock; of several the youngest wins
 * @returns null when no answer is affected and none is named
 */
export function failedAnswer(nodes: readonly Pick<PlanNode, 'id' | 'kind' | 'session' | 'isAffected' | 'isInvalidBefore'>[], named: readonly number[] = []): number | null {
  if (named.length > 0) return Math.max(...named)
  const steps = nodes.filter((node) => node.isAffected && !node.isInvalidBefore && node.kind !== 'memory' && node.kind !== 'input').sort((a, b) => b.id - a.id)
  const session = steps[0]?.session
  const answers = steps.filter(({ kind }) => kind === 'final_answer')
  return (answers.find((answer) => answer.session === session) ?? answers[0])?.id ?? null
}

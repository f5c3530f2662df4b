import { propagates, type Planning } from './planning.js'
import { standIns } from './settled.js'

/**
 * R8: from which nodes the failed answer is reached along propagation labels, once the memories that leave are cut out. Where a step on
 * the way was settled by an earlier repair, what stands in its place is on the way too; where the answer was, what reached the first one.
 *
 * @returns node -> the next node on a way to the answer; the answer itself is not in it
 */
export function reachesAnswer(planning: Planning, answer: number, leaving: ReadonlySet<number>): Map<number, number> {
  const next = new Map<number, number>()
  const place = planning.node(answer)?.place
  const before = planning.nodes.filter((node) => node.isSettled && node.place === place && node.id !== answer).map(({ id }) => id)
  const open = [answer, ...before]
  const inPlace = standIns(planning)
  for (let index = 0; index < open.length; index++) {
    const target = open[index] ?? answer
    for (const { source, label } of planning.into(target)) {
      if (source === answer || before.includes(source) || next.has(source) || leaving.has(source) || !propagates(planning.policy, label)) continue
      next.set(source, target)
      open.push(source)
      const step = planning.node(source)
      for (const { id } of step?.isSettled ? (inPlace.get(step.place) ?? []) : []) {
        if (id === answer || next.has(id)) continue
        next.set(id, target)
        open.push(id)
      }
    }
  }
  return next
}

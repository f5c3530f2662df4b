/** Steps that only repeated what they stood on: they repeat what stands in its place now, and no model is asked. */
import { mayCutOff, saysTheSame } from './premises.js'
import type { OfferedNode, ReplayTask } from './replay-task.js'

/**
 * A claim that says the same as one premise of its, which something else stands for now: the claim is that (method, section 7.7: a
 * call whose answer is known is not made).
 *
 * @returns what is said now; null where the claim was drawn from more, or from a part of what it rested on
 */
export function quoted(task: ReplayTask): { content: string; evidence_ids: string[] } | null {
  if (!mayCutOff(task)) return null
  for (const id of task.step.used) {
    if (!task.isKnown(id) || !isSaid(task.node(id)) || !saysTheSame(task.node(id).content, task.step.content)) continue
    const now = task.current(id).map((one) => task.node(one)).filter(isSaid)
    const [one, ...more] = now
    if (one && more.length === 0 && one.id !== id) return { content: one.content, evidence_ids: [one.externalId] }
  }
  return null
}

/**
 * A merger that said all that it consumed, and nothing else, says all that is consumed now.
 *
 * @param consumable active memories, in the order of the clock
 * @returns what is said now; null where it left out or added anything, or where nothing is left
 */
export function merged(task: ReplayTask, consumable: readonly { externalId: string; content: string }[]): { content: string; evidence_ids: string[] } | null {
  const { step } = task
  const [made, ...others] = step.generated.map((id) => task.node(id))
  if (!mayCutOff(task) || step.kind !== 'memory_consolidate' || !made || others.length > 0 || consumable.length === 0) return null
  const consumed = step.consumed.map((id) => task.node(id).content)
  if (!saysTheSame(made.content, consumed.join(' '))) return null
  const contents = consumable.map(({ content }) => content)
  const once = contents.filter((content, at) => !contents.slice(0, at).some((other) => saysTheSame(other, content)))
  return { content: once.join(' '), evidence_ids: consumable.map(({ externalId }) => externalId) }
}

const isSaid = ({ kind }: OfferedNode): boolean => kind === 'memory' || kind === 'claim'

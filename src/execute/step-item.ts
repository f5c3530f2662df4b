/** The record item of a new step in the place of an old one. */
import type { RecordItem } from '../record/items.js'
import type { StepType } from '../vocabulary.js'
import { readResults } from './context.js'
import type { OldStep, ReplayTask } from './replay-task.js'

/** A step as it is recorded. */
export type StepItem = Extract<RecordItem, { kind: 'step' }>

/** Session, turn, agent and type of the old step under a new id; content is still empty. */
export function stepItem(task: ReplayTask, id: string, step: OldStep = task.step, type: StepType = step.kind): StepItem {
  return {
    kind: 'step', id, session: task.session, turn: task.turn, type, content: '',
    ...(step.agent === null ? {} : { agent: step.agent }),
  }
}

/**
 * Evidence of a new step: what the reply cites, and the current reads of the turn that returned one of those memories, as
 * far as the old step listed reads. Never empty where anything was offered: a reply that cites nothing rests on the inputs, and in a turn
 * without one on what the step stood on, as it stands now, or on all that was offered.
 *
 * @param cited external ids from the reply
 * @param offered external ids of what the reply might have cited
 * @returns external ids without repetition, in the order given
 */
export function citedIds(task: ReplayTask, cited: readonly string[], offered: readonly string[] = []): string[] {
  const reads = task.step.used.flatMap((id) => task.current(id)).map((id) => task.node(id)).filter((node) => node.kind === 'memory_read')
  const names = new Set(cited)
  const listed = reads.filter((read) => read.used.some((id) => task.current(id).length > 0 && names.has(task.node(id).externalId)))
  const ids = [...new Set([...cited, ...listed.map((read) => read.externalId)])]
  if (ids.length > 0) return ids
  const input = task.inputs.findLast(({ turn }) => turn === task.turn) ?? task.inputs.at(-1)
  if (input) return [input.externalId]
  const left = [...task.step.stoodOn, ...readResults(task)].flatMap((id) => task.current(id)).map((id) => task.node(id).externalId)
  return [...new Set(left.length > 0 ? left : offered)]
}

/** Ids of the reply that were offered; a model that names others has them ignored. */
export function offeredIds(context: { inputs: { id: string }[]; evidence: { id: string }[] }, ids: readonly string[]): string[] {
  const offered = new Set([...context.inputs, ...context.evidence].map(({ id }) => id))
  return [...new Set(ids)].filter((id) => offered.has(id))
}

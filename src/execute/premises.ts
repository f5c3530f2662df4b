/** Whether what a step stood on came out the same: early cut-off, and steps that nothing justifies any more. */
import { sameFacts } from '../facts/same-facts.js'
import { readResults } from './context.js'
import type { OldStep, ReplayTask } from './replay-task.js'

/** Whether a node stands as it did: itself, or replayed with nothing new in it. */
function isUnchanged(task: ReplayTask, id: number): boolean {
  const current = task.current(id)
  if (current.length === 1 && current[0] === id) return true
  const row = task.rows.get(id)
  if (row?.state === 'done' && row.isChanged === false) return true
  // an observation is replayed with its action, and stands as it did when the action does
  return current.length > 0 && task.node(id).kind === 'tool_observation'
    && task.node(id).used.some((action) => task.rows.get(action)?.state === 'done' && task.rows.get(action)?.isChanged === false)
}

/**
 * Whether all that this step stood on came out as it was, so that no call need be made (method, section 7.7). Never for
 * the producer of a fault, nor in arm paper, nor where a verification asked for the step although it stood.
 */
export function mayKeep(task: ReplayTask): boolean {
  return mayCutOff(task) && task.rule !== 'R13' && [...task.step.used, ...task.step.consumed, ...task.step.stoodOn].every((id) => isUnchanged(task, id))
}

/** Whether this step may be cut off at all: not in arm paper, not where an ablation replays everything, not the producer of a fault, not what was emptied. */
export function mayCutOff(task: ReplayTask): boolean {
  return task.cutsOff && !task.isLeft && task.step.content !== '' && task.rule !== 'R4' && !task.step.generated.some((id) => task.deleted.has(id))
}

/** External ids of what now stands for the step's premises where that is something new. */
export function newPremises(task: ReplayTask): string[] {
  return task.step.used.flatMap((id) => task.current(id).filter((now) => now !== id)).map((id) => task.node(id)).filter(({ kind }) => kind !== 'memory_write').map(({ externalId }) => externalId)
}

/** Whether anything that the step itself stood on, or that its turn read, is left. Inputs count where it listed them. */
export function isJustified(task: ReplayTask, step: OldStep = task.step): boolean {
  const own = step.stoodOn.filter((id) => task.current(id).some((now) => task.node(now).kind !== 'memory_read'))
  return own.length > 0 || readResults(task, step).some((id) => task.current(id).length > 0)
}

const evenOut = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** Whether two texts say the same: the same words, or equal and non-empty sets of facts. */
export function saysTheSame(before: string, after: string): boolean {
  return evenOut(before) === evenOut(after) || sameFacts(before, after)
}

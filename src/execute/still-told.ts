/** Whether a new answer still tells what the old one told and stands. */
import { findUncovered } from '../facts/cover.js'
import type { ReplayTask } from './replay-task.js'

/**
 * A check of a new answer, for arm facts: of each claim that the old answer told, it is to tell what stands there now, the claim itself or what took its place.
 * Said in other words a claim may be missed, so an answer is sent back once only.
 *
 * @returns null in arm paper and where the old answer told no claim that stands
 */
export function tellsOn(task: ReplayTask): ((reply: { content: string }) => string | null) | null {
  const { step } = task
  if (task.policy === 'paper' || step.content === '') return null
  const owed = step.used.filter((id) => task.isKnown(id) && task.node(id).kind === 'claim' && tells(step.content, task.node(id).content))
    .flatMap((id) => task.current(id)).map((id) => task.node(id)).filter(({ kind }) => kind === 'claim').map(({ content }) => content)
  if (owed.length === 0) return null
  let isSentBack = false
  return ({ content }) => {
    const missing = isSentBack ? [] : [...new Set(owed)].filter((claim) => !tells(content, claim))
    isSentBack ||= missing.length > 0
    return missing.length === 0 ? null : `it leaves out what the answer before told and still stands: ${missing.join(' ').slice(0, 2000)}`
  }
}

const tells = (answer: string, claim: string): boolean => findUncovered([{ text: claim }], [{ id: 0, text: answer }]).missing.length === 0

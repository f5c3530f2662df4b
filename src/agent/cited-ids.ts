/** What a step rests on. */
import type { Turn } from './agent.js'

/**
 * The ids that a reply cites, and the read where it cites what the read found: so the step can be traced to the question
 * that brought the memory up. A reply that cites nothing rests on the input.
 */
export function citedIds(turn: Turn, evidenceIds: readonly string[]): string[] {
  const input = turn.inputs.at(-1)
  const cited = evidenceIds.length > 0 ? [...new Set(evidenceIds)] : input ? [input.id] : []
  return turn.read && cited.some((id) => turn.read?.memoryIds.has(id)) ? [...cited, turn.read.stepId] : cited
}

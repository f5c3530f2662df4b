/** Which consumed memories a replayed mutation really retires. */
import { findUncovered } from '../facts/cover.js'
import type { MutationType } from '../vocabulary.js'
import { similarity } from './similarity.js'

/** Shared words from which on two memories speak of the same thing. */
const sameSubject = 0.3

/**
 * A consumed memory is retired when the replacement holds everything that it says, or says something else about the same
 * thing; otherwise it stays active, so that nothing is lost by a replacement about something else (R12). A delete retires
 * what the reply names.
 *
 * @param consumable active memories that the old step consumed
 * @param contents what is written now
 * @param asked external ids that the reply retires
 * @returns external ids, in the order of `consumable`
 */
export function retired(
  type: MutationType, consumable: readonly { externalId: string; content: string }[], contents: readonly string[], asked: readonly string[],
): string[] {
  const isRetired = ({ externalId, content }: { externalId: string; content: string }): boolean => {
    if (type === 'memory_delete') return asked.includes(externalId)
    if (contents.length === 0) return false
    const { missing } = findUncovered([{ text: content }], contents.map((text, id) => ({ id, text })))
    return missing.length === 0 || contents.some((text) => similarity(text, content) >= sameSubject)
  }
  return consumable.filter(isRetired).map(({ externalId }) => externalId)
}

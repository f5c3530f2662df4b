import { findUncovered } from './cover.js'
import { normaliseText } from './normalise.js'
import { readText } from './read.js'

/**
 * Whether two texts say the same, so that what depends on the one can rest on the other.
 *
 * @returns true when their normalised texts are equal, or each states facts and covers all of the other's; two texts
 *   without facts are the same only by their text
 */
export function sameFacts(a: string, b: string): boolean {
  if (normaliseText(a) === normaliseText(b)) return true
  const saysSomething = (text: string): boolean => readText(text).some((clause) => clause.own.length > 0 && clause.mode !== 'question')
  if (!saysSomething(a) || !saysSomething(b)) return false
  const covers = (text: string, by: string): boolean => findUncovered([{ text }], [{ id: 0, text: by }]).missing.length === 0
  return covers(a, b) && covers(b, a)
}

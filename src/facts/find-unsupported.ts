import { findUncovered, type Coverage, type Exported } from './cover.js'
import { isCourtesy } from './mode.js'
import type { Premise } from './premise-pool.js'
import { readText } from './read.js'

/**
 * What clean premises do not hold of something that leans on withdrawn evidence too: `findUncovered`, but what states no fact is
 * not supported for that alone.
 *
 * Of a question every word must occur in the premises. "I have no record of that." has no word that could: it may be true only
 * because of what was withdrawn, so it is not held. Mere politeness needs no evidence.
 *
 * @param exported what must be found, each by itself
 * @param premises where to look, in any order
 * @returns `missing` is empty iff everything is held
 * @example
 * findUnsupported([{ text: 'I have no record of that.' }], [{ id: 1, text: 'Am I a member?' }]).missing // ['"I have no record of that."']
 */
export function findUnsupported(exported: readonly Exported[], premises: readonly Premise[]): Coverage {
  const found = findUncovered(exported, premises)
  const covered = new Map(found.covered.map(({ fact, by }) => [fact, by]))
  const missing = new Set(found.missing)
  for (const one of exported.filter((each) => statesNothing(each))) {
    const words = readText(one.text).flatMap(({ own }) => own)
    if (words.length === 0) missing.add(`"${one.text.length > 60 ? `${one.text.slice(0, 60)}...` : one.text}"`)
    for (const { key, text } of words) {
      const by = premises.find((premise) => readText(premise.text).some(({ own, around }) => [...own, ...around].some(({ covers }) => covers.includes(key))))
      if (by) covered.set(text, by.id)
      else missing.add(text)
    }
  }
  return { covered: [...covered].map(([fact, by]) => ({ fact, by })), missing: [...missing] }
}

/** Whether nothing of it would have to be found in a premise, although it is more than politeness. */
function statesNothing(exported: Exported): boolean {
  const { covered, missing } = findUncovered([exported], [])
  return covered.length + missing.length === 0 && !exported.text.trim().split(/(?<=[.!?])\s+/).every((sentence) => isCourtesy(sentence))
}

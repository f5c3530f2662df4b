/** The execution of a case as it would have been without its faults. */
import { EmendError } from '../../../errors.js'
import { phrasesFor } from '../phrases/phrases-for.js'
import { seededRandom } from '../random.js'
import { turnsOf } from '../scripts/script.js'
import { writeScript } from '../scripts/write-script.js'
import type { BenchCase, BenchDomain } from '../types.js'
import { bookOf } from '../worlds/books.js'
import { playTurns, rootItems, type OpenStore, type Played } from './play.js'
import { places } from './table.js'

/**
 * Play the script of a case once more, with nothing put in.
 *
 * @throws EmendError `bad_case` when its seed gives no script: another version has made it; what the agent throws
 */
export async function playClean(open: OpenStore, one: BenchCase): Promise<Played<BenchDomain>> {
  const random = seededRandom(one.seed)
  const book = bookOf(one.domain)
  const world = book.makeWorld(random)
  const place = places().find(({ id }) => id === one.id)
  const script = place ? writeScript(book, world, phrasesFor(one.domain, one.phrases), random, place) : null
  if (script?.userId !== one.lastInput.userId) throw new EmendError('bad_case', `case ${one.id} was made by another version: make the cases anew`, { id: one.id })
  return playTurns(open, book, script, rootItems(script), world, { from: 0, to: turnsOf(script).length })
}

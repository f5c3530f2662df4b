/** One candidate: a clean run, faults put in, the later turns run again, and whether it makes a case. */
import type { RecordItem } from '../../../index.js'
import { isRight } from '../oracle.js'
import { phrasesFor } from '../phrases/phrases-for.js'
import { seededRandom } from '../random.js'
import { turnsOf, type Target } from '../scripts/script.js'
import { writeScript } from '../scripts/write-script.js'
import type { BenchCase, BenchDomain, InjectedFault, PhraseSetName } from '../types.js'
import { bookOf } from '../worlds/books.js'
import { hasDownstream } from './has-downstream.js'
import { injectPoisoned } from './inject-poisoned.js'
import { injectStale } from './inject-stale.js'
import { injectSummaryDrift } from './inject-summary-drift.js'
import { injectWrongUser } from './inject-wrong-user.js'
import type { Injection } from './injection.js'
import { numberedIds } from './items.js'
import { labelCase } from './label.js'
import { playFaulty } from './play-faulty.js'
import { playTurns, rootItems, type OpenStore } from './play.js'

/** Why a candidate is no case. */
export const rejections = [
  'no_script', 'clean_answer_wrong', 'no_target', 'fault_count', 'answer_unchanged', 'nothing_downstream', 'turn_count', 'step_count', 'benign_count',
] as const
/** Why a candidate is no case. */
export type Rejection = (typeof rejections)[number]

/** What a candidate is made from. */
export interface CandidateWish {
  id: string
  domain: BenchDomain
  type: InjectedFault
  count: 1 | 2 | 3
  seed: number
  phrases: PhraseSetName
}

/** Turns, steps and benign memories that a case may have. */
const sizes = { turns: [6, 12], steps: [40, 160], benign: [6, 11] } as const
const isWithin = (count: number, [least, most]: readonly [number, number]): boolean => count >= least && count <= most

/** Make the candidate of a seed, or say why it is none. */
export async function makeCase(open: OpenStore, wish: CandidateWish): Promise<BenchCase | Rejection> {
  const random = seededRandom(wish.seed)
  const book = bookOf(wish.domain)
  const world = book.makeWorld(random)
  const script = writeScript(book, world, phrasesFor(wish.domain, wish.phrases), random, wish)
  if (!script) return 'no_script'
  const turns = turnsOf(script)
  if (!isWithin(turns.length, sizes.turns)) return 'turn_count'

  const clean = await playTurns(open, book, script, rootItems(script), world, { from: 0, to: turns.length })
  if (!isRight(clean.answer, script)) return 'clean_answer_wrong'
  const failed = await playFaulty(open, book, script, world, clean, (items, target) => inject(items, target, script.userId))
  if (!failed) return 'no_target'
  if (new Set(failed.faultIds).size !== wish.count) return 'fault_count'
  if (isRight(failed.answer, script)) return 'answer_unchanged'

  const { items, idOf } = numberedIds(failed.items)
  const faultIds = new Set(failed.faultIds.map(idOf))
  const failedAnswer = items.findLast((item) => item.kind === 'step' && item.type === 'final_answer')
  const lastInput = items.findLast((item) => item.kind === 'input')
  if (failedAnswer?.kind !== 'step' || lastInput?.kind !== 'input') return 'no_target'
  if (!hasDownstream(items, faultIds, failedAnswer.id)) return 'nothing_downstream'
  if (!isWithin(items.filter(({ kind }) => kind === 'step').length, sizes.steps)) return 'step_count'
  const labels = labelCase(script, clean, items, { faultIds, from: failed.from })
  if (!isWithin(labels.benign.length, sizes.benign)) return 'benign_count'
  return {
    id: wish.id, domain: wish.domain, faultType: wish.type, faultCount: wish.count, seed: wish.seed, phrases: wish.phrases,
    items, world: failed.world, faults: [...faultIds].map((memoryId) => ({ memoryId })), failedAnswer: failedAnswer.id,
    lastInput: { userId: script.userId, sessionId: lastInput.session, content: lastInput.content }, labels,
  }
}

function inject(items: readonly RecordItem[], target: Target, userId: string): Injection | null {
  switch (target.type) {
    case 'poisoned': return injectPoisoned(items, target)
    case 'stale': return injectStale(items, target)
    case 'wrong_user': return injectWrongUser(items, target, userId)
    case 'summary_drift': return injectSummaryDrift(items, target)
  }
}

/** One candidate: a clean run, faults put in, the later turns run again, and whether it makes a case. */
import type { RecordItem } from '../../../index.js'
import { isRight } from '../oracle.js'
import { phrasesFor } from '../phrases/phrases-for.js'
import { seededRandom } from '../random.js'
import { turnsOf, type Script, type Target } from '../scripts/script.js'
import { writeScript } from '../scripts/write-script.js'
import type { BenchCase, BenchDomain, InjectedFault, PhraseSetName, World } from '../types.js'
import type { DomainBook } from '../worlds/book.js'
import { bookOf } from '../worlds/books.js'
import { injectPoisoned } from './inject-poisoned.js'
import { injectStale } from './inject-stale.js'
import { injectSummaryDrift } from './inject-summary-drift.js'
import { injectWrongUser } from './inject-wrong-user.js'
import type { Injection } from './injection.js'
import { itemsUntil, numberedIds, withStatuses } from './items.js'
import { labelCase } from './label.js'
import { playTurns, rootItems, type OpenStore, type Played } from './play.js'

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
  const failed = await playFaulty(open, book, script, world, clean)
  if (typeof failed === 'string') return failed
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

interface FaultyRun {
  items: RecordItem[]
  faultIds: string[]
  answer: string
  world: World
  /** How many items stand before the earliest fault's turn ends. */
  from: number
}

/** Put the faults in one after the other, and run what comes after each again. */
async function playFaulty(open: OpenStore, book: DomainBook, script: Script, world: World, clean: Played): Promise<FaultyRun | Rejection> {
  const turns = turnsOf(script)
  const places = script.targets.map((target) => ({ target, end: endOf(target, turns) })).toSorted((a, b) => a.end - b.end)
  const first = places[0]
  if (!first) return 'no_target'
  let items = itemsUntil(clean.items, first.target.at)
  let now = first.end === 0 ? world : clean.worlds[first.end - 1] ?? world
  let answer = ''
  const faultIds: string[] = []
  const failedSteps = new Set<string>()
  const from = items.length
  for (const [at, { target, end }] of places.entries()) {
    const injected = inject(items, target, script.userId)
    if (!injected) return 'no_target'
    faultIds.push(...injected.faultIds)
    for (const id of injected.failedSteps) failedSteps.add(id)
    items = withStatuses(injected.items, failedSteps)
    const to = places[at + 1]?.end ?? turns.length
    if (to === end) continue
    const played = await playTurns(open, book, script, items, now, { from: end, to })
    items = played.items
    now = played.worlds.at(-1) ?? now
    answer = played.answer
  }
  return { items, faultIds, answer, world: now, from: first.end === 0 ? 0 : Math.min(from, items.length) }
}

/** Turns that stand before the fault: up to the one in which it came in. */
function endOf({ at }: Target, turns: ReturnType<typeof turnsOf>): number {
  return at ? turns.findIndex(({ session, turn }) => session === at.session && turn === at.turn) + 1 : 0
}

function inject(items: readonly RecordItem[], target: Target, userId: string): Injection | null {
  switch (target.type) {
    case 'poisoned': return injectPoisoned(items, target)
    case 'stale': return injectStale(items, target)
    case 'wrong_user': return injectWrongUser(items, target, userId)
    case 'summary_drift': return injectSummaryDrift(items, target)
  }
}

/** Something other than the last answer and plain reads rests on a fault. */
function hasDownstream(items: readonly RecordItem[], faultIds: ReadonlySet<string>, failedAnswer: string): boolean {
  return items.some((item) => {
    if (item.id === failedAnswer) return false
    if (item.kind === 'memory') return [...item.derived_from ?? [], ...item.supersedes ?? []].some((id) => faultIds.has(id))
    return item.kind === 'step' && item.type !== 'memory_read' && [...item.used_ids ?? [], ...item.generated_memory_ids?.length ? [] : item.consumed_memory_ids ?? []]
      .some((id) => faultIds.has(id))
  })
}

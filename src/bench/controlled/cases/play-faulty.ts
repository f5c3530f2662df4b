/** The failed run: faults put into the record of the clean one, and what comes after each played again. */
import type { RecordItem } from '../../../index.js'
import { turnsOf, type Script, type Target } from '../scripts/script.js'
import type { CaseDomain, World } from '../types.js'
import type { Injection } from './injection.js'
import { itemsUntil, withStatuses } from './items.js'
import { playTurns, type OpenStore, type Played, type Spoken, type Stage } from './play.js'

/** A run with faults in it. */
export interface FaultyRun<D extends CaseDomain> {
  items: RecordItem[]
  faultIds: string[]
  answer: string
  world: World<D>
  /** How many items stand before the earliest fault's turn ends. */
  from: number
}

/**
 * Put the faults in one after the other, and run what comes after each again.
 *
 * @param inject puts one fault into the record; null where there is nothing to put it into
 * @returns null where a fault could not be put in
 */
export async function playFaulty<D extends CaseDomain>(
  open: OpenStore, stage: Stage<D>, script: Spoken & Pick<Script, 'targets'>, world: World<D>, clean: Played<D>,
  inject: (items: readonly RecordItem[], target: Target) => Injection | null,
): Promise<FaultyRun<D> | null> {
  const turns = turnsOf(script)
  const places = script.targets.map((target) => ({ target, end: endOf(target, turns) })).toSorted((a, b) => a.end - b.end)
  const first = places[0]
  if (!first) return null
  let items = itemsUntil(clean.items, first.target.at)
  let now = first.end === 0 ? world : clean.worlds[first.end - 1] ?? world
  let answer = ''
  const faultIds: string[] = []
  const failedSteps = new Set<string>()
  const from = items.length
  for (const [at, { target, end }] of places.entries()) {
    const injected = inject(items, target)
    if (!injected) return null
    faultIds.push(...injected.faultIds)
    for (const id of injected.failedSteps) failedSteps.add(id)
    items = withStatuses(injected.items, failedSteps)
    const to = places[at + 1]?.end ?? turns.length
    if (to === end) continue
    const played = await playTurns(open, stage, script, items, now, { from: end, to })
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

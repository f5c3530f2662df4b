/** `emend bench transfer`: procedural cases, all methods on them, the report. */
import { openEmend } from '../../index.js'
import { fillPlaces } from '../controlled/cases/fill-places.js'
import { defaultSeed } from '../controlled/cases/generate.js'
import { compareMethods, type Comparing } from '../controlled/compare-methods.js'
import { findMethods } from '../controlled/find-methods.js'
import { mixSeed } from '../controlled/random.js'
import type { BenchReport } from '../controlled/report.js'
import type { BenchCase, World } from '../controlled/types.js'
import { judgeSteps } from './judge-steps.js'
import { makeNavigationCase, type NavigationRejection } from './navigation/make-case.js'
import { places, type Place } from './navigation/table.js'
import { navigationTools } from './navigation/tools.js'

/** What to run. */
export interface TransferBench extends Comparing {
  /** One set of cases each; default the published one. */
  seeds?: number[]
  /** Cases of each set; all 50 when left out. */
  limit?: number
}

/**
 * Run the benchmark. The report is also written to `out`: `report.json`, `report.md` and `report.svg`.
 *
 * @throws EmendError `usage` for an unknown method, and what opening the store throws
 * @example
 * const { methods } = await benchTransfer({ out: '.emend/bench/transfer', limit: 10 })
 */
export async function benchTransfer(options: TransferBench): Promise<BenchReport> {
  const { seeds = [defaultSeed], limit, concurrency = 2 } = options
  const startedAt = performance.now()
  await findMethods(options.methods)
  const database = options.databaseUrl === undefined ? {} : { databaseUrl: options.databaseUrl }
  const cases: BenchCase<'navigation'>[] = []
  const seedOf = new Map<string, number>()
  let rejected = 0
  for (const seed of seeds) {
    let step: (() => void) | undefined
    const made = await fillPlaces<Place, BenchCase<'navigation'>, NavigationRejection>(places().slice(0, limit), concurrency,
      (place, attempt) => makeNavigationCase((more) => openEmend({ ...database, ...more, builtInModel: true }), { ...place, seed: mixSeed(seed, place.id, attempt) }),
      (_, total) => (step ??= options.onPhase?.(`cases of seed ${seed}`, total))?.())
    rejected += Object.values(made.rejected).reduce((sum, count) => sum + count, 0)
    for (const one of made.cases) {
      const id = seeds.length > 1 ? `${one.id}@${seed}` : one.id
      seedOf.set(id, seed)
      cases.push({ ...one, id })
    }
  }
  return compareMethods({
    format: 'emend/bench-transfer@1', cases, rejected, startedAt, seedOf: (caseId) => seedOf.get(caseId) ?? 0,
    asked: { seeds, limit: limit ?? null, source: 'generated sites' },
  }, options, {
    toolsOf: (world: World<'navigation'>) => navigationTools(structuredClone(world)),
    judge: (one, answer) => judgeSteps(answer, one.labels),
  })
}

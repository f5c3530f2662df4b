/** `emend bench controlled`: make the cases, run all methods on them, write the report. */
import { openEmend } from '../../index.js'
import { defaultSeed, generateCases } from './cases/generate.js'
import { compareMethods, type Comparing } from './compare-methods.js'
import { findMethods } from './find-methods.js'
import { judgeAnswer } from './judge-answer.js'
import type { BenchReport } from './report.js'
import type { BenchCase, PhraseSetName, World } from './types.js'
import { bookOf } from './worlds/books.js'

/** What to run. */
export interface ControlledBench extends Comparing {
  /** One set of cases each; default the published one. */
  seeds?: number[]
  /** Cases of each set; all 150 when left out. */
  limit?: number
  phrases?: PhraseSetName
}

/**
 * Run the benchmark. The report is also written to `out`: `report.json`, `report.md` and `report.svg`.
 *
 * @throws EmendError `usage` for an unknown method, and what opening the store throws
 * @example
 * const { methods } = await benchControlled({ out: '.emend/bench', limit: 12 })
 */
export async function benchControlled(options: ControlledBench): Promise<BenchReport> {
  const { seeds = [defaultSeed], limit, phrases = 'default', concurrency = 2 } = options
  const startedAt = performance.now()
  await findMethods(options.methods)
  const database = options.databaseUrl === undefined ? {} : { databaseUrl: options.databaseUrl }
  const cases: BenchCase[] = []
  const seedOf = new Map<string, number>()
  let rejected = 0
  for (const seed of seeds) {
    let step: (() => void) | undefined
    const made = await generateCases({
      open: (more) => openEmend({ ...database, ...more, builtInModel: true }), seed, phrases, concurrency, ...(limit === undefined ? {} : { limit }),
      onProgress: (_, total) => (step ??= options.onPhase?.(`cases of seed ${seed}`, total))?.(),
    })
    rejected += Object.values(made.rejected).reduce((sum, count) => sum + count, 0)
    for (const one of made.cases) {
      const id = seeds.length > 1 ? `${one.id}@${seed}` : one.id
      seedOf.set(id, seed)
      cases.push({ ...one, id })
    }
  }
  return compareMethods({
    format: 'emend/bench-controlled@1', cases, rejected, startedAt, seedOf: (caseId) => seedOf.get(caseId) ?? 0,
    asked: { seeds, limit: limit ?? null, source: `phrases ${phrases}` },
  }, options, {
    toolsOf: (world: World) => bookOf(world.domain).tools(structuredClone(world)),
    judge: (one, answer) => judgeAnswer(answer, one.labels),
  })
}

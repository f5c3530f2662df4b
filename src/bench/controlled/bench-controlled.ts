/** `emend bench controlled`: generated cases in three trades, all methods on them, the report. */
import type { CaseSource } from './case-source.js'
import { generateCases } from './cases/generate.js'
import { compareMethods, type Comparing } from './compare-methods.js'
import { judgeAnswer } from './judge-answer.js'
import type { BenchReport } from './report.js'
import type { PhraseSetName, World } from './types.js'
import { bookOf } from './worlds/books.js'

/** What to run. */
export interface ControlledBench extends Comparing {
  /** Texts of the cases; default the set that everything was built with. */
  phrases?: PhraseSetName
}

/**
 * Run the benchmark. The report is also written to `out`: `report.json`, `report.md` and `report.svg`.
 *
 * @throws EmendError `usage` for an unknown method, and what opening the store throws
 * @example
 * const { methods } = await benchControlled({ out: '.emend/bench', limit: 12 })
 */
export function benchControlled({ phrases = 'default', ...options }: ControlledBench): Promise<BenchReport> {
  return compareMethods('emend/bench-controlled@1', controlledCases(phrases), options)
}

/** The 150 cases. */
function controlledCases(phrases: PhraseSetName): CaseSource {
  return {
    name: `phrases ${phrases}`,
    make: (open, { limit, ...how }) => generateCases({ open, phrases, ...how, ...(limit === undefined ? {} : { limit }) }),
    toolsOf: (world: World) => bookOf(world.domain).tools(structuredClone(world)),
    judge: (one, answer) => judgeAnswer(answer, one.labels),
  }
}

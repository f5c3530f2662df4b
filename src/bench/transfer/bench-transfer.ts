/** `emend bench transfer`: procedural cases or recorded runs, all methods on them, the report. */
import type { CaseSource } from '../controlled/case-source.js'
import { compareMethods, type Comparing } from '../controlled/compare-methods.js'
import type { BenchReport } from '../controlled/report.js'
import { navigationCases } from './navigation/navigation-cases.js'

/** What to run. */
export interface TransferBench extends Comparing {
  /** Where the cases come from; default the 50 generated ones. */
  source?: CaseSource
}

/**
 * Run the benchmark. The report is also written to `out`: `report.json`, `report.md` and `report.svg`.
 *
 * @throws EmendError `usage` for an unknown method, and what opening the store throws
 * @example
 * const { methods } = await benchTransfer({ out: '.emend/bench/transfer', limit: 10 })
 */
export function benchTransfer({ source = navigationCases, ...options }: TransferBench): Promise<BenchReport> {
  return compareMethods('emend/bench-transfer@1', source, options)
}

/** What a run of a benchmark shows. The same cases and methods give the same report, but for `timing`. */
import { metricsOf, sliced, slices, type Metrics, type Slice } from './metrics.js'
import { mcNemar, pairedBootstrap, type Interval, type McNemar } from './statistics.js'
import type { CaseScore } from './types.js'

/** What was run. */
export interface Settings {
  seeds: number[]
  limit: number | null
  /** Where the cases come from: the phrase set that they are written in, or files. */
  source: string
  model: string
  noise: number
  dropEdges: number
  spuriousEdges: number
}

/** How the reference method compares with another one in durable recovery. */
export interface Comparison extends McNemar {
  method: string
  durable: Interval
}

/** Formats of reports, with the name of the benchmark. */
export const reportFormats = { 'emend/bench-controlled@1': 'Controlled benchmark', 'emend/bench-transfer@1': 'Transfer benchmark' } as const
/** Format of a report. */
export type ReportFormat = keyof typeof reportFormats

/** A report. */
export interface BenchReport {
  format: ReportFormat
  settings: Settings
  cases: { total: number; rejected: number; byDomain: Record<string, number>; byFaultType: Record<string, number>; byFaultCount: Record<string, number> }
  methods: { name: string; usesOracle: boolean; metrics: Metrics; slices: Record<Slice, Record<string, Metrics>>; bySeed: Record<string, Metrics> }[]
  /** `facts` against each other method, on the same cases. */
  comparisons: Comparison[]
  scores: CaseScore[]
  timing: { seconds: number }
}

/** The method that the others are compared with. */
const reference = 'facts'

/** Put a report together. @param scores of all methods; a case's seed is found by `seedOf` */
export function reportOf(
  format: ReportFormat, settings: Settings, methods: readonly { name: string; usesOracle: boolean }[], scores: readonly CaseScore[], rejected: number,
  seedOf: (caseId: string) => number, seconds: number,
): BenchReport {
  const of = (name: string): CaseScore[] => scores.filter(({ method }) => method === name)
  const cases = of(methods[0]?.name ?? '')
  const count = (slice: Slice): Record<string, number> => Object.fromEntries(Object.entries(sliced(cases, slice)).map(([value, metrics]) => [value, metrics.cases]))
  return {
    format, settings,
    cases: { total: cases.length, rejected, byDomain: count('domain'), byFaultType: count('faultType'), byFaultCount: count('faultCount') },
    methods: methods.map(({ name, usesOracle }) => {
      const own = of(name)
      const cut = Object.fromEntries(Object.keys(slices).map((slice) => [slice, sliced(own, slice as Slice)])) as Record<Slice, Record<string, Metrics>>
      const seeds = [...new Set(own.map(({ caseId }) => seedOf(caseId)))].sort((a, b) => a - b)
      return {
        name, usesOracle, metrics: metricsOf(own), slices: cut,
        bySeed: Object.fromEntries(seeds.map((seed) => [String(seed), metricsOf(own.filter(({ caseId }) => seedOf(caseId) === seed))])),
      }
    }),
    comparisons: methods.some(({ name }) => name === reference) ? methods.filter(({ name }) => name !== reference).map(({ name }) => compare(of(reference), of(name), name, settings.seeds[0] ?? 0)) : [],
    scores: [...scores],
    timing: { seconds },
  }
}

function compare(ours: readonly CaseScore[], theirs: readonly CaseScore[], method: string, seed: number): Comparison {
  const other = new Map(theirs.map((score) => [score.caseId, score.isDurable]))
  const pairs = ours.flatMap(({ caseId, isDurable }) => {
    const against = other.get(caseId)
    return against === undefined ? [] : [[isDurable, against] as const]
  })
  return { method, ...mcNemar(pairs), durable: pairedBootstrap(pairs.map(([one, two]) => [Number(one), Number(two)] as const), seed) }
}

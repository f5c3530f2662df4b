/** The figures of one method over many cases (method, section 10): micro-averaged, durable recovery first. */
import type { CaseScore, RecurrenceReason } from './types.js'

/** Shares are from 0 to 1; null where there is nothing to divide by. */
export interface Metrics {
  cases: number
  durableRecovery: number
  recovery: number
  /** Of the recovered cases. */
  recurrence: number | null
  faultyRemoval: number
  benignPreservation: number
  claimF1: number
  replayRatio: number
  /** A case, without probes. */
  modelCalls: number
  probeCalls: number
  /** Probes counted; null where nothing was durably recovered. */
  callsPerDurable: number | null
  tokens: number
  tokensByStage: Record<string, number>
  recurrenceReasons: Record<RecurrenceReason, number>
  /** Cases that the method could not carry out. */
  errors: number
}

/** Average scores of one method. */
export function metricsOf(scores: readonly CaseScore[]): Metrics {
  const sum = (value: (score: CaseScore) => number): number => scores.reduce((total, score) => total + value(score), 0)
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : round(part / whole))
  const n = scores.length
  const recovered = sum((score) => Number(score.isRecovered))
  const durable = sum((score) => Number(score.isDurable))
  const hit = sum(({ claims }) => claims.hit)
  const stages = [...new Set(scores.flatMap(({ tokensByStage }) => Object.keys(tokensByStage)))].sort()
  const reason = (name: RecurrenceReason): number => sum(({ recurrenceReason }) => Number(recurrenceReason === name))
  return {
    cases: n,
    durableRecovery: share(durable, n),
    recovery: share(recovered, n),
    recurrence: recovered === 0 ? null : share(sum(({ hasRecurred }) => Number(hasRecurred === true)), recovered),
    faultyRemoval: share(sum(({ faultsRemoved }) => faultsRemoved), sum(({ faultCount }) => faultCount)),
    benignPreservation: share(sum(({ benignKept }) => benignKept), sum(({ storeSize }) => storeSize)),
    claimF1: share(2 * hit, sum(({ claims }) => 2 * claims.hit + claims.needless + claims.missed)),
    replayRatio: share(sum(({ replayedSteps }) => replayedSteps), sum(({ steps }) => steps)),
    modelCalls: share(sum(({ modelCalls }) => modelCalls), n),
    probeCalls: share(sum(({ probeCalls }) => probeCalls), n),
    callsPerDurable: durable === 0 ? null : share(sum(({ modelCalls, probeCalls }) => modelCalls + probeCalls), durable),
    tokens: share(sum(({ tokens }) => tokens), n),
    tokensByStage: Object.fromEntries(stages.map((stage) => [stage, share(sum(({ tokensByStage }) => tokensByStage[stage as keyof typeof tokensByStage] ?? 0), n)])),
    recurrenceReasons: { fault_value_present: reason('fault_value_present'), fact_missing_from_store: reason('fact_missing_from_store'), other: reason('other') },
    errors: sum(({ error }) => Number(error !== null)),
  }
}

const round = (value: number): number => Math.round(value * 1e4) / 1e4

/** Ways of cutting the set of cases. */
export const slices = {
  domain: (score: CaseScore) => score.domain,
  faultType: (score: CaseScore) => score.faultType,
  faultCount: (score: CaseScore) => String(score.faultCount),
  storeSize: ({ storeSize }: CaseScore) => (storeSize <= 5 ? '1-5' : storeSize <= 8 ? '6-8' : storeSize <= 11 ? '9-11' : '12 and more'),
} as const satisfies Record<string, (score: CaseScore) => string>
/** A way of cutting the set of cases. */
export type Slice = keyof typeof slices

/** Metrics of one method for each value of a slice, by value. */
export function sliced(scores: readonly CaseScore[], slice: Slice): Record<string, Metrics> {
  const values = [...new Set(scores.map(slices[slice]))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  return Object.fromEntries(values.map((value) => [value, metricsOf(scores.filter((score) => slices[slice](score) === value))]))
}

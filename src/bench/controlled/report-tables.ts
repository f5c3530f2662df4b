/** The tables of a report: titles and cells, for the terminal and for Markdown alike. */
import { reportFormats, type BenchReport } from './report.js'
import { slices, type Metrics, type Slice } from './metrics.js'

/** A table with its title. */
export interface ReportTable {
  title: string
  head: string[]
  rows: string[][]
}

const share = (value: number | null): string => (value === null ? '-' : value.toFixed(3))
const count = (value: number | null): string => (value === null ? '-' : value.toFixed(2))
const signed = (value: number): string => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(3)}`

/** What was run, in one line. */
export function reportLine({ settings, cases }: BenchReport): string {
  return [
    `${cases.total} cases (${cases.rejected} candidates rejected), seed ${settings.seeds.join(', ')}, ${settings.source}, model ${settings.model}, noise ${settings.noise}`,
    ...(settings.dropEdges > 0 ? [`${settings.dropEdges} of the references lost`] : []),
    ...(settings.spuriousEdges > 0 ? [`${settings.spuriousEdges} references made up for each one`] : []),
  ].join('; ')
}

/** All tables, the main one first. */
export function reportTables(report: BenchReport): ReportTable[] {
  return [mainTable(report), costTable(report), recurrenceTable(report), comparisonTable(report), ...(Object.keys(slices) as Slice[]).map((slice) => sliceTable(report, slice)),
    ...(report.settings.seeds.length > 1 ? [seedTable(report)] : [])].filter(({ rows }) => rows.length > 0)
}

function mainTable({ format, methods }: BenchReport): ReportTable {
  return {
    title: reportFormats[format],
    head: ['method', 'durable', 'recovery', 'recurrence', 'faults removed', 'benign kept', 'claim F1', 'replayed', 'model calls', 'probes', 'calls per durable'],
    rows: methods.map(({ name, usesOracle, metrics: m }) => [
      usesOracle ? `${name} (asks the oracle)` : name, share(m.durableRecovery), share(m.recovery), share(m.recurrence), share(m.faultyRemoval), share(m.benignPreservation),
      share(m.claimF1), share(m.replayRatio), count(m.modelCalls), count(m.probeCalls), count(m.callsPerDurable),
    ]),
  }
}

function costTable({ methods }: BenchReport): ReportTable {
  const stages = [...new Set(methods.flatMap(({ metrics }) => Object.keys(metrics.tokensByStage)))].sort()
  return {
    title: 'Tokens per case, by stage',
    head: ['method', 'all', ...stages, 'failed cases'],
    rows: methods.map(({ name, metrics }) => [name, metrics.tokens.toFixed(0), ...stages.map((stage) => (metrics.tokensByStage[stage] ?? 0).toFixed(0)), String(metrics.errors)]),
  }
}

function recurrenceTable({ methods }: BenchReport): ReportTable {
  return {
    title: 'Why recovered cases failed again',
    head: ['method', 'fault value present', 'fact missing from the store', 'other'],
    rows: methods.map(({ name, metrics: { recurrenceReasons: why } }) => [name, why.fault_value_present, why.fact_missing_from_store, why.other].map(String)),
  }
}

function comparisonTable({ comparisons }: BenchReport): ReportTable {
  return {
    title: 'Durable recovery of facts against each other method, on the same cases',
    head: ['method', 'difference', '95 % interval', 'only facts', 'only the other', 'McNemar p'],
    rows: comparisons.map(({ method, durable, onlyFirst, onlySecond, p }) => [
      method, signed(durable.difference), `${signed(durable.low)} to ${signed(durable.high)}`, String(onlyFirst), String(onlySecond), p < 0.0001 ? '< 0.0001' : p.toFixed(4),
    ]),
  }
}

const sliceTitles: Readonly<Record<Slice, string>> = {
  domain: 'domain', faultType: 'fault type', faultCount: 'number of faults', storeSize: 'benign memories in the store',
}

/** Durable recovery and recurrence of every method for each value; no rows where all cases have one value. */
function sliceTable({ methods }: BenchReport, slice: Slice): ReportTable {
  const values = Object.keys(methods[0]?.slices[slice] ?? {})
  const cell = (metrics: Metrics | undefined): string => (metrics ? `${share(metrics.durableRecovery)} / ${share(metrics.recurrence)}` : '-')
  return {
    title: `Durable recovery / recurrence by ${sliceTitles[slice]}`,
    head: ['method', ...values.map((value) => `${value} (${methods[0]?.slices[slice][value]?.cases ?? 0})`)],
    rows: values.length < 2 ? [] : methods.map((method) => [method.name, ...values.map((value) => cell(method.slices[slice][value]))]),
  }
}

function seedTable({ methods }: BenchReport): ReportTable {
  const seeds = Object.keys(methods[0]?.bySeed ?? {})
  return {
    title: 'Durable recovery by seed',
    head: ['method', ...seeds],
    rows: methods.map((method) => [method.name, ...seeds.map((seed) => share(method.bySeed[seed]?.durableRecovery ?? null))]),
  }
}

/** All methods on made cases, and the report in its three forms: the half of a benchmark that does not care where its cases come from. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findMethods } from './find-methods.js'
import { recordedFetch } from './recorded-fetch.js'
import { reportMarkdown } from './report-markdown.js'
import { reportSvg } from './report-svg.js'
import { reportOf, type BenchReport, type ReportFormat, type Settings } from './report.js'
import { runAll } from './run-all.js'
import type { Stand } from './run-method.js'
import type { AnyCase } from './types.js'

/** How to run methods, whatever they are run on. */
export interface Comparing {
  databaseUrl?: string
  /** Names of methods; all when left out. */
  methods?: string[]
  /** Share of the reference model's replies with an error on purpose; default 0. */
  noise?: number
  /** `reference`, or `openai`: the configured endpoint, whose answers are kept under `out` and given again. Default reference. */
  model?: 'reference' | 'openai'
  /** Share of the recorded references that are lost; default 0. */
  dropEdges?: number
  /** References made up for each one that is recorded; default 0. */
  spuriousEdges?: number
  /** Folder of results and report. */
  out: string
  /** Go on with the results that the folder has. */
  resume?: boolean
  /** Cases at once; default 2. */
  concurrency?: number
  /** Whether an endpoint is configured: without one, only kept answers are given. */
  hasEndpoint?: boolean
  /** Told what is counted from here on, and of each one done. */
  onPhase?(what: string, total: number): () => void
}

/** What is compared on. */
export interface MadeCases {
  format: ReportFormat
  cases: readonly AnyCase[]
  /** Candidates that became no case. */
  rejected: number
  /** Seed of the set that a case belongs to, by its id. */
  seedOf(caseId: string): number
  /** What was asked for: part of the report. */
  asked: Pick<Settings, 'seeds' | 'limit' | 'source'>
  /** When making the cases began, as `performance.now()` counts. */
  startedAt: number
}

/**
 * Run methods on cases. The report is also written to `out`: `report.json`, `report.md` and `report.svg`.
 *
 * @param stand how the tools of a case are made, and how its answers are judged
 * @throws EmendError `usage` for an unknown method, and what opening the store throws
 */
export async function compareMethods(made: MadeCases, options: Comparing, stand: Pick<Stand, 'toolsOf' | 'judge'>): Promise<BenchReport> {
  const { noise = 0, model = 'reference', dropEdges = 0, spuriousEdges = 0, out, resume = false, concurrency = 2 } = options
  const methods = await findMethods(options.methods)
  const settings: Settings = { ...made.asked, model, noise, dropEdges, spuriousEdges }
  const kept = model === 'openai' ? recordedFetch(join(out, 'model-calls'), options.hasEndpoint ? globalThis.fetch : undefined) : undefined
  const onResult = options.onPhase?.('methods on cases', made.cases.length * methods.length)
  const scores = await runAll(made.cases, methods, {
    open: { ...(options.databaseUrl === undefined ? {} : { databaseUrl: options.databaseUrl }), ...(kept ? { fetch: kept } : { builtInModel: true }) },
    noise, dropEdges, spuriousEdges, out, resume, concurrency,
    key: JSON.stringify({ ...settings, seeds: undefined, limit: undefined }),
    ...stand,
    ...(onResult ? { onResult } : {}),
  })
  const report = reportOf(made.format, settings, methods.map(({ name, usesOracle = false }) => ({ name, usesOracle })), scores, made.rejected,
    (caseId) => made.seedOf(caseId), Math.round((performance.now() - made.startedAt) / 1000))
  await mkdir(out, { recursive: true })
  await writeFile(join(out, 'report.json'), `${JSON.stringify(report, null, 1)}\n`)
  await writeFile(join(out, 'report.svg'), reportSvg(report))
  await writeFile(join(out, 'report.md'), reportMarkdown(report, 'report.svg'))
  return report
}

/** A benchmark of methods, wherever its cases come from: make them, run all methods on them, write the report in its three forms. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { holdStore, openShared } from '../kit/shared-store.js'
import type { CaseSource } from './case-source.js'
import { keptCases } from './cases/kept-cases.js'
import { defaultSeed } from './default-seed.js'
import { findMethods } from './find-methods.js'
import { recordedFetch } from './recorded-fetch.js'
import { reportMarkdown } from './report-markdown.js'
import { reportSvg } from './report-svg.js'
import { reportOf, type BenchReport, type ReportFormat, type Settings } from './report.js'
import { runAll } from './run-all.js'
import type { AnyCase, Method } from './types.js'

/** How to run methods, whatever they are run on. */
export interface Comparing {
  databaseUrl?: string
  /** One set of cases each; default the published one. */
  seeds?: number[]
  /** Cases of each set; all when left out. */
  limit?: number
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

/**
 * Run methods on the cases of a source. The report is also written to `out`: `report.json`, `report.md` and `report.svg`.
 *
 * @throws EmendError `usage` for an unknown method, and what opening the store throws
 */
export async function compareMethods(format: ReportFormat, source: CaseSource, options: Comparing): Promise<BenchReport> {
  const methods = await findMethods(options.methods)
  const release = await holdStore(options.databaseUrl)
  try {
    return await compare(format, source, methods, options)
  } finally {
    await release()
  }
}

async function compare(format: ReportFormat, source: CaseSource, methods: readonly Method[], options: Comparing): Promise<BenchReport> {
  const { seeds = [defaultSeed], limit, noise = 0, model = 'reference', dropEdges = 0, spuriousEdges = 0, out, resume = false, concurrency = 2 } = options
  const startedAt = performance.now()
  const database = options.databaseUrl === undefined ? {} : { databaseUrl: options.databaseUrl }
  const cases: AnyCase[] = []
  const seedOf = new Map<string, number>()
  let rejected = 0
  for (const seed of seeds) {
    let step: (() => void) | undefined
    const made = await keptCases(out, { seed, source: source.name, limit: limit ?? null }, resume, () => source.make((more) => openShared({ ...database, ...more, builtInModel: true }), {
      seed, limit, concurrency, onProgress: (_, total) => (step ??= options.onPhase?.(`cases of seed ${seed}`, total))?.(),
    }))
    rejected += Object.values(made.rejected).reduce<number>((sum, count = 0) => sum + count, 0)
    for (const one of made.cases) {
      const id = seeds.length > 1 ? `${one.id}@${seed}` : one.id
      seedOf.set(id, seed)
      cases.push({ ...one, id })
    }
  }
  const settings: Settings = { seeds, limit: limit ?? null, source: source.name, model, noise, dropEdges, spuriousEdges }
  const kept = model === 'openai' ? recordedFetch(join(out, 'model-calls'), options.hasEndpoint ? globalThis.fetch : undefined) : undefined
  const onResult = options.onPhase?.('methods on cases', cases.length * methods.length)
  const scores = await runAll(cases, methods, {
    open: { ...database, ...(kept ? { fetch: kept } : { builtInModel: true }) }, noise, dropEdges, spuriousEdges, out, resume, concurrency,
    key: JSON.stringify({ ...settings, seeds: undefined, limit: undefined }),
    toolsOf: (world) => source.toolsOf(world), judge: (one, answer) => source.judge(one, answer),
    ...(onResult ? { onResult } : {}),
  })
  const report = reportOf(format, settings, methods.map(({ name, usesOracle = false }) => ({ name, usesOracle })), scores, rejected,
    (caseId) => seedOf.get(caseId) ?? 0, Math.round((performance.now() - startedAt) / 1000))
  await mkdir(out, { recursive: true })
  await writeFile(join(out, 'report.json'), `${JSON.stringify(report, null, 1)}\n`)
  await writeFile(join(out, 'report.svg'), reportSvg(report))
  await writeFile(join(out, 'report.md'), reportMarkdown(report, 'report.svg'))
  return report
}

/** `emend bench detect`: what the detectors find in executions with known faults, and in the same ones without. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openEmend, type DetectorName, type OpenOptions } from '../../index.js'
import { detectorNames } from '../../vocabulary.js'
import { generateCases } from '../controlled/cases/generate.js'
import { playClean } from '../controlled/cases/play-clean.js'
import { places } from '../controlled/cases/table.js'
import { defaultSeed } from '../controlled/default-seed.js'
import type { BenchCase, InjectedFault, PhraseSetName } from '../controlled/types.js'
import { storesOf, type DetectStore } from './stores.js'

/** What to measure. */
export interface DetectBench {
  databaseUrl?: string
  /** Default the published one. */
  seed?: number
  /** Texts of the cases; default `default`. */
  phrases?: PhraseSetName
  /** Cases; all 150 when left out. */
  limit?: number
  /** Folder that a run of `bench controlled` has left: its cases are taken instead of made. */
  cases?: string
  /** Cases at once; default 2. */
  concurrency?: number
  /** Told of the number of cases, then of each one done. */
  onPhase?(what: string, total: number): () => void
}

/** Figures of a detector over memories. Shares are null where there is nothing to divide by. */
export interface DetectorFigures {
  detector: DetectorName
  /** Memories that it ought to report, and how many of them it did. */
  labelled: number
  found: number
  recall: number | null
  /** Memories that it reported in stores with faults, and how many of them are faulty. */
  reported: number
  right: number
  precision: number | null
  /** Memories that it reported in clean executions. */
  onClean: number
}

/** What was measured. */
export interface DetectMeasured {
  cases: number
  detectors: DetectorFigures[]
  /** Poisoned memories, which drift may find; and memories of another user filed under the user, which wrong_user cannot. */
  besides: { what: 'poisoned' | 'wrong_user_as_filed'; labelled: number; found: number }[]
}

/** A detector's report on one store. */
interface Outcome {
  store: DetectStore
  faultType: InjectedFault
  reported: Map<DetectorName, string[]>
}

/** Measure. @throws EmendError `bad_case` for cases of another version, and what opening the store throws */
export async function benchDetect(options: DetectBench): Promise<DetectMeasured> {
  const { concurrency = 2 } = options
  const open = (more: OpenOptions) => openEmend({ ...(options.databaseUrl === undefined ? {} : { databaseUrl: options.databaseUrl }), ...more, builtInModel: true })
  const cases = options.cases === undefined ? await makeCases(open, options) : await readCases(options.cases, options.limit)
  const onCase = options.onPhase?.('cases', cases.length)
  const outcomes: Outcome[] = []
  const waiting = [...cases]
  const work = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const clean = await playClean(open, one)
      for (const store of storesOf(one, clean.items)) outcomes.push({ store, faultType: one.faultType, reported: await detect(open, store) })
      onCase?.()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return { cases: cases.length, detectors: detectorNames.map((name) => figuresOf(name, outcomes)), besides: besidesOf(outcomes) }
}

type Open = (options: OpenOptions) => ReturnType<typeof openEmend>

async function makeCases(open: Open, { seed = defaultSeed, phrases = 'default', limit, concurrency = 2, onPhase }: DetectBench): Promise<BenchCase[]> {
  let step: (() => void) | undefined
  const made = await generateCases({
    open, seed, phrases, concurrency, ...(limit === undefined ? {} : { limit }), onProgress: (_, total) => (step ??= onPhase?.(`cases of seed ${seed}`, total))?.(),
  })
  return made.cases
}

async function readCases(folder: string, limit?: number): Promise<BenchCase[]> {
  return Promise.all(places().slice(0, limit).map(async ({ id }) => JSON.parse(await readFile(join(folder, id, 'case.json'), 'utf8')) as BenchCase))
}

async function detect(open: Open, store: DetectStore): Promise<Outcome['reported']> {
  const emend = await open({ tenant: `bench-${randomUUID()}`, isolated: true })
  try {
    await emend.importItems(store.items)
    const runs = await emend.detectors.run({ detectors: [...detectorNames], dryRun: true })
    return new Map(runs.map(({ detector, findings }) => [detector, findings.map(({ memoryId }) => memoryId)]))
  } finally {
    await emend.dropTenant()
    await emend.close()
  }
}

function figuresOf(detector: DetectorName, outcomes: readonly Outcome[]): DetectorFigures {
  const count = { labelled: 0, found: 0, reported: 0, right: 0, onClean: 0 }
  for (const { store, faultType, reported } of outcomes) {
    const said = reported.get(detector) ?? []
    if (store.kind === 'clean') count.onClean += said.length
    else {
      count.reported += said.length
      count.right += said.filter((id) => store.wrong.includes(id)).length
    }
    if (store.by !== detector || store.kind === 'as_filed' || (faultType === 'poisoned' && detector === 'drift')) continue
    count.labelled += store.wrong.length
    count.found += store.wrong.filter((id) => said.includes(id)).length
  }
  return { detector, ...count, recall: share(count.found, count.labelled), precision: share(count.right, count.reported) }
}

function besidesOf(outcomes: readonly Outcome[]): DetectMeasured['besides'] {
  const tally = (what: DetectMeasured['besides'][number]['what'], detector: DetectorName, isMeant: (outcome: Outcome) => boolean) => {
    const meant = outcomes.filter(isMeant)
    return {
      what, labelled: meant.reduce((sum, { store }) => sum + store.wrong.length, 0),
      found: meant.reduce((sum, { store, reported }) => sum + store.wrong.filter((id) => reported.get(detector)?.includes(id)).length, 0),
    }
  }
  return [
    tally('poisoned', 'drift', ({ store, faultType }) => faultType === 'poisoned' && store.kind === 'failed'),
    tally('wrong_user_as_filed', 'wrong_user', ({ store }) => store.kind === 'as_filed'),
  ]
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round((part / whole) * 1000) / 1000)

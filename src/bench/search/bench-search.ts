/** `emend bench search`: how fast, and how well, memories are found among many of one user. */
import { randomUUID } from 'node:crypto'
import { openEmend, type Emend, type SearchMode } from '../../index.js'
import { knownMemory, knownQuestions, questionKinds, type KnownQuestion, type QuestionKind } from './known-items.js'

/** What to fill, and what to ask. */
export interface SearchBench {
  databaseUrl?: string
  /** Memories of the one user; default 100,000. */
  memories?: number
  /** Questions of each kind, each asked once after as many that are not timed; default 40. */
  questions?: number
  /** Results asked for; default 10. */
  k?: number
  /** How to search; default text. The others need embeddings to be configured, and place all memories first. */
  mode?: SearchMode
  /** Told now and then how many memories are recorded. */
  onProgress?: (recorded: number) => void
}

/** Searches of one kind; times in milliseconds, round trip included. */
export interface KindMeasured {
  kind: QuestionKind
  medianMs: number
  p95Ms: number
  /** Share of the questions whose memory was among the results, 0 to 1; null where any memory answers. */
  recall: number | null
}

/** What came out. */
export interface SearchMeasured {
  memories: number
  questions: number
  k: number
  mode: SearchMode
  /** Over the questions of all kinds. */
  medianMs: number
  p95Ms: number
  recall: number
  kinds: KindMeasured[]
  fillMs: number
  /** Placing them all; 0 by text. */
  embedMs: number
}

/** One call of record takes so many. */
const portion = 2_000

/**
 * Record many memories of one user in a tenant of its own, as an agent would, ask questions with a known answer, and drop the tenant again.
 * A search is one query.
 *
 * @throws EmendError what opening the store throws
 * @example
 * const { p95Ms, recall } = await benchSearch({ memories: 100_000 })
 */
export async function benchSearch(options: SearchBench = {}): Promise<SearchMeasured> {
  const { memories = 100_000, questions = 40, k = 10, mode = 'text' } = options
  const emend = await openEmend({ tenant: `bench-${randomUUID()}`, isolated: true, ...(options.databaseUrl === undefined ? {} : { databaseUrl: options.databaseUrl }) })
  try {
    const start = performance.now()
    await fill(emend, memories, options.onProgress)
    const fillMs = Math.round(performance.now() - start)
    if (mode !== 'text') await emend.measure.embed()
    const embedMs = mode === 'text' ? 0 : Math.round(performance.now() - start) - fillMs
    const asked = knownQuestions(memories, questions)
    const timed: Asked[] = []
    for (const question of asked.filter((_, index) => index % 4 === 0)) await ask(emend, question, k, mode)
    for (const question of asked) timed.push(await ask(emend, question, k, mode))
    return { memories, questions, k, mode, ...summary(timed), recall: recallOf(timed) ?? 0, kinds: questionKinds.map((kind) => ofKind(kind, timed)), fillMs, embedMs }
  } finally {
    await emend.dropTenant()
    await emend.close()
  }
}

interface Asked {
  question: KnownQuestion
  ms: number
  isFound: boolean
}

async function fill(emend: Emend, memories: number, onProgress: (recorded: number) => void = () => {}): Promise<void> {
  for (let from = 0; from < memories; from += portion) {
    await emend.importItems(Array.from({ length: Math.min(portion, memories - from) }, (_, index) => knownMemory(from + index)))
    onProgress(Math.min(from + portion, memories))
  }
}

async function ask(emend: Emend, question: KnownQuestion, k: number, mode: SearchMode): Promise<Asked> {
  const { ms, ids } = await emend.measure.search({ text: question.text, k, user: 'user', mode })
  return { question, ms, isFound: question.answer !== null && ids.includes(question.answer) }
}

function ofKind(kind: QuestionKind, asked: Asked[]): KindMeasured {
  const mine = asked.filter(({ question }) => question.kind === kind)
  return { kind, ...summary(mine), recall: recallOf(mine) }
}

function recallOf(asked: Asked[]): number | null {
  const known = asked.filter(({ question }) => question.answer !== null)
  return known.length === 0 ? null : Math.round(known.filter(({ isFound }) => isFound).length / known.length * 1000) / 1000
}

function summary(asked: Asked[]): { medianMs: number; p95Ms: number } {
  const times = asked.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number): number => Math.round((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0) * 100) / 100
  return { medianMs: at(0.5), p95Ms: at(0.95) }
}

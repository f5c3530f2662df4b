/** Record what spans tell, wherever it was read. */
import { EmendError } from '../../errors.js'
import { needOwnEvidence, needOwnSession, userOf, type EmendTenant, type Memory, type Principal, type RecordItem } from '../../index.js'
import type { CurrentMemory } from './convert-memories.js'
import { convertTrace } from './convert-trace.js'
import { memoryKey, recordsOf, shortId, versionKey } from './memory-records.js'
import { messagesOf } from './messages.js'
import { textOf, type Refused, type Span } from './span.js'
import { foundInStore, idOfCall, idOfSpan } from './trace-record.js'
import { idOfInput } from './trace-turns.js'

/** How to record spans. */
export interface IngestOptions {
  /** Whose spans they are where they name nobody. */
  userId?: string
  /** Who sends them; a key of one user records this user's spans only. */
  principal?: Principal
}

/** What became of spans. */
export interface Ingested {
  /** Nodes that were made now; the others were there. */
  written: number
  /** Spans that nothing was recorded of, and why. */
  refused: Refused[]
}

/** Turns of a session in which texts of the conversation are looked for. */
const recentTurns = 50

/**
 * Record spans, a trace at a time. What is no operation of an agent is left alone.
 *
 * @returns one refusal a span; of a trace that cannot be recorded all its spans are refused, the other traces are recorded
 * @throws EmendError what may pass, like `database_unreachable`
 */
export async function ingestSpans(emend: EmendTenant, spans: readonly Span[], options: IngestOptions): Promise<Ingested> {
  const report: Ingested = { written: 0, refused: [] }
  const traces = new Map<string, Span[]>()
  for (const span of spans) {
    if (span.operation === null) continue
    const own = traces.get(span.trace)
    if (own) own.push(span)
    else traces.set(span.trace, [span])
  }
  for (const [trace, own] of [...traces].toSorted(([, one], [, other]) => (earliest(one) < earliest(other) ? -1 : 1))) {
    try {
      const made = await ingestTrace(emend, trace, own, options)
      report.written += made.written
      report.refused.push(...made.refused)
    } catch (error) {
      if (!(error instanceof EmendError) || error.isRetryable || error.status >= 500) throw error
      report.refused.push(...own.map(({ id }) => ({ trace, span: id, why: `${error.code}: ${error.message}` })))
    }
  }
  return report
}

async function ingestTrace(emend: EmendTenant, trace: string, spans: Span[], { userId, principal }: IngestOptions): Promise<Ingested> {
  const user = pick(spans, ['user.id', 'enduser.id', 'traceloop.association.properties.user_id']) ?? userId ?? null
  const owner = principal ? userOf(principal, user ?? undefined) ?? null : user
  const recorded = await emend.audit.owners(possibleIds(trace, spans))
  // Spans of tools and memories need not name the conversation: it is that of what is known of their trace.
  const session = pick(spans, ['gen_ai.conversation.id', 'session.id', 'traceloop.association.properties.session_id']) ?? recorded.find(({ id, sessionId }) => sessionId !== null && id.startsWith(`otel:${trace}:`))?.sessionId ?? `otel:${trace}`
  const keys = [...new Set(spans.flatMap((span) => recordsOf(span).flatMap(({ id }) => (id === null ? [] : [shortId(id), memoryKey(span, id)]))))]
  if (principal) {
    await needOwnSession({ emend, principal }, session)
    await needOwnEvidence({ emend, principal }, keys) // before anything is compared: whoever guesses a text is told nothing
  }
  const nodes = await emend.sessions.recent(session, { turns: recentTurns })
  const { items, refused } = convertTrace(trace, spans, {
    session: { id: session, lastTurn: nodes.reduce((last, { turn }) => Math.max(last, turn), 0), nodes },
    recorded: new Set(recorded.map(({ id }) => id)),
    memories: await currentMemories(emend, keys), user: owner,
  })
  if (principal) await needOwnEvidence({ emend, principal }, ...items.flatMap(cited))
  return { written: await record(emend, trace, items, refused), refused }
}

/** What a repair has removed, or what was erased, does not come back by telemetry: such a memory is left out, and what wrote it stays. */
async function record(emend: EmendTenant, trace: string, items: RecordItem[], refused: Refused[]): Promise<number> {
  for (let left = items; ; ) {
    if (left.length === 0) return 0
    try {
      return (await emend.record(left, { onWithdrawn: 'accept' })).filter(({ isNew }) => isNew).length
    } catch (error) {
      const buried = error instanceof EmendError && (error.code === 'tombstoned' || error.code === 'erased') ? error.where['id'] : undefined
      if (typeof buried !== 'string' || !left.some(({ id }) => id === buried)) throw error
      refused.push({ trace, span: makerOf(left, buried), why: (error as EmendError).message })
      left = left.filter(({ id }) => id !== buried).map((item) => without(item, buried)).filter((item) => item.kind !== 'step' || item.content !== foundInStore || item.generated_memory_ids?.length !== 0)
    }
  }
}

/** The span whose step makes a memory, or found it. */
function makerOf(items: readonly RecordItem[], memory: string): string {
  const maker = items.find((item) => item.kind === 'step' && [...item.generated_memory_ids ?? [], ...item.used_ids ?? []].includes(memory))
  return maker?.id.split(':')[2]?.slice(0, 16) ?? memory
}

function without(item: RecordItem, id: string): RecordItem {
  const rest = (ids: string[] | undefined) => ids?.filter((other) => other !== id)
  if (item.kind === 'step') {
    const [used, generated, consumed] = [rest(item.used_ids), rest(item.generated_memory_ids), rest(item.consumed_memory_ids)]
    return { ...item, ...(used ? { used_ids: used } : {}), ...(generated ? { generated_memory_ids: generated } : {}), ...(consumed ? { consumed_memory_ids: consumed } : {}) }
  }
  return item.kind === 'memory' && item.supersedes ? { ...item, supersedes: rest(item.supersedes) ?? [] } : item
}

/** The youngest version of each record, by the keys it may have. */
async function currentMemories(emend: EmendTenant, keys: string[]): Promise<Map<string, CurrentMemory>> {
  const known = new Map<string, CurrentMemory>()
  for (const { id: key } of await emend.audit.owners(keys)) {
    for (let id: string | undefined = key, steps = 0; id !== undefined && steps < 1_000; steps++) {
      const memory: Memory | null = await emend.memories.get(id).catch(ifFound)
      if (!memory) break
      known.set(key, { id: memory.id, content: memory.content, isGone: memory.status === 'deleted' || memory.status === 'quarantined' })
      id = memory.status === 'active' ? undefined : memory.replacedBy.at(-1)
    }
  }
  return known
}

const ifFound = (error: unknown): null => {
  if (error instanceof EmendError && error.code === 'not_found') return null
  throw error
}

/** Ids that the spans may have been recorded under. */
function possibleIds(trace: string, spans: readonly Span[]): string[] {
  const calls = spans.flatMap((span) => {
    const { input, output } = messagesOf(span)
    const named = [...input, ...output].flatMap((message) => [...message.calls, ...message.results].map(({ id }) => id))
    return [...named, textOf(span, 'gen_ai.tool.call.id')].filter((id) => id !== null)
  })
  const memories = spans.flatMap((span) => recordsOf(span).flatMap(({ id, content }) => (id === null ? [] : [shortId(id), memoryKey(span, id)])
    .flatMap((key) => (content === null ? [key] : [key, versionKey(key, content)]))))
  return [...new Set([
    ...memories, idOfInput(trace), ...spans.map(({ id }) => idOfSpan(trace, id)), ...spans.map(({ id }) => `${idOfSpan(trace, id)}:plan`),
    ...calls.flatMap((id) => [idOfCall(trace, 'call', id), idOfCall(trace, 'result', id)]),
  ])]
}

const cited = (item: RecordItem): (readonly string[] | undefined)[] =>
  (item.kind === 'step' ? [item.used_ids, item.consumed_memory_ids] : item.kind === 'memory' ? [item.supersedes, item.derived_from] : [])

/** The first text that a span has under one of the names. */
function pick(spans: readonly Span[], names: readonly string[]): string | null {
  for (const name of names) {
    for (const span of spans) {
      const text = textOf(span, name)
      if (text !== null) return text.slice(0, 200)
    }
  }
  return null
}

const earliest = (spans: readonly Span[]): bigint => spans.reduce((first, { start }) => (start < first ? start : first), spans[0]?.start ?? 0n)

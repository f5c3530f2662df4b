/** What one trace becomes, as it grows, beside what its session holds already. */
import { EmendError } from '../../errors.js'
import type { RecordItem } from '../../index.js'
import { digestOf, shortId } from './memory-records.js'
import { textOf, valueOf, type Refused, type Span } from './span.js'
import type { KnownNode } from './trace-turns.js'

/** A step to record. */
export type StepItem = Extract<RecordItem, { kind: 'step' }>
/** A step, before it has its place. */
export type NewStep = Omit<StepItem, 'kind' | 'session' | 'agent'>

/** What is known of a session before a trace of it is converted. */
export interface KnownSession {
  id: string
  /** 0 before the first. */
  lastTurn: number
  /** Nodes of its last turns, oldest first. */
  nodes: readonly KnownNode[]
}

/** A step cites at most this many of the youngest nodes of its context. */
const contextLimit = 500
/** What a step says that writes what a search has returned. */
export const foundInStore = 'Found in a memory store.'
/** Spans around one that are looked at: nothing real is nested deeper. */
const longestLine = 100
/** Nodes that one trace becomes: as many as one call records. */
export const maxItems = 10_000

/** Items of one trace. Ids are made of trace and span: what has one already is left as it is. */
export class TraceRecord {
  readonly items: RecordItem[] = []
  readonly refused: Refused[] = []
  private readonly taken: Set<string>
  /** Nodes of the session by what they are looked for: a request may hold thousands of each. */
  private readonly byDigest = new Map<string, KnownNode[]>()
  private readonly byTurn = new Map<number, KnownNode[]>()
  private readonly byCall = new Map<string, string>()
  private readonly reads: { id: string; around: ReadonlySet<Span> }[] = []
  /** Turn and text of what this trace says, recorded before or not. */
  private readonly told = new Set<string>()
  private readonly byId: ReadonlyMap<string, Span>

  /**
   * @param session as it is known
   * @param recorded ids that exist, of this trace
   * @param user whose session it is; null where nobody says
   */
  constructor(
    readonly trace: string, spans: readonly Span[], readonly session: KnownSession, recorded: ReadonlySet<string>, private readonly user: string | null,
  ) {
    this.taken = new Set(recorded)
    this.byId = new Map(spans.map((span) => [span.id, span]))
    for (const node of session.nodes) this.place(node)
  }

  input(id: string, content: string, turn: number): void {
    if (this.has(id)) return
    this.push({ kind: 'input', id, session: this.session.id, turn, content, ...this.owner() })
    this.place({ id, kind: 'input', turn, digest: digestOf(content), usedIds: [] })
  }

  step(step: NewStep, span?: Span): void {
    if (step.type === 'final_answer' || step.type === 'claim') this.told.add(`${step.turn} ${digestOf(step.content)}`)
    if (this.has(step.id)) return
    const agent = span === undefined ? null : this.agentOf(span)
    this.push({ kind: 'step', session: this.session.id, ...this.owner(), ...(agent === null ? {} : { agent }), ...step })
    this.place({ id: step.id, kind: step.type, turn: step.turn, digest: digestOf(step.content), usedIds: step.used_ids ?? [] })
  }

  memory(id: string, content: string, supersedes?: string): void {
    if (this.has(id)) return
    this.taken.add(id)
    this.push({ kind: 'memory', id, content, ...(supersedes === undefined ? {} : { supersedes: [supersedes] }), ...this.owner() })
  }

  /** A memory that nobody was seen to write: behind a step that rests on nothing, in a turn of its own, so that it is no root that others could stand on. */
  imported(id: string, content: string, span: Span, index: number): void {
    if (this.has(id)) return
    this.taken.add(id)
    const session = this.idOf(span, ':found')
    this.push({
      kind: 'step', type: 'memory_write', id: `${session}.${index}`, session, turn: index + 1, content: foundInStore, generated_memory_ids: [id], ...this.owner(),
    })
    this.push({ kind: 'memory', id, content, source: 'imported', ...this.owner() })
  }

  refuse(span: Span, why: string): void {
    this.refused.push({ trace: this.trace, span: span.id, why })
  }

  has(id: string): boolean {
    return this.taken.has(id)
  }

  /** A node of the session that was made of a call, or of its result. */
  ofCall(what: 'call' | 'result', callId: string): string | undefined {
    const own = this.nameOf(what, callId)
    return this.has(own) ? own : this.byCall.get(partOf(own))
  }

  /** Whether a claim or answer of the turn says this. */
  says(turn: number, text: string): boolean {
    const digest = digestOf(text)
    return this.told.has(`${turn} ${digest}`) || (this.byDigest.get(digest) ?? []).some((node) => node.turn === turn && ['final_answer', 'claim'].includes(node.kind))
  }

  /**
   * What a step of a span rests on: declared where the span names it, in `emend.used_ids`. Else inferred: nothing is given where it is the
   * turn alone, because that is what emend takes it for; with texts of earlier turns that the model was shown, those and the turn.
   */
  evidence(span: Span, turn: number, shown: readonly string[] = []): Pick<StepItem, 'used_ids' | 'basis'> {
    const declared = valueOf(span, 'emend.used_ids')
    const ids = Array.isArray(declared) ? declared.filter((id): id is string => typeof id === 'string' && id !== '') : []
    if (ids.length > 0) return { used_ids: [...new Set(ids)], basis: 'declared' }
    const history = [...new Set(shown)].flatMap((text) => this.byDigest.get(digestOf(text)) ?? [])
      .filter((node) => node.turn < turn && node.kind !== 'memory_read').map(({ id }) => id)
    if (history.length === 0) return {}
    const own = (this.byTurn.get(turn) ?? []).slice(-contextLimit).flatMap(({ id, kind, usedIds }) => [id, ...(kind === 'memory_read' ? usedIds : [])])
    return { used_ids: [...new Set([...history, ...own])].slice(-contextLimit), basis: 'inferred' }
  }

  /** Reads that were made of spans below this one. */
  readsWithin(span: Span): string[] {
    return this.reads.flatMap(({ id, around }) => (around.has(span) ? [id] : []))
  }

  /** Whether a span of this operation is around it. */
  isWithin(span: Span, operation: string): boolean {
    return this.lineOf(span).slice(1).some((around) => around.operation === operation)
  }

  idOf(span: Span, part = ''): string {
    return idOfSpan(this.trace, span.id) + part
  }

  nameOf(what: 'call' | 'result', callId: string): string {
    return idOfCall(this.trace, what, callId)
  }

  /** @throws EmendError `too_large` */
  private push(item: RecordItem): void {
    if (this.items.length === maxItems) throw new EmendError('too_large', `a trace becomes more than ${maxItems} nodes`)
    this.items.push(item)
  }

  private place(node: KnownNode): void {
    this.taken.add(node.id)
    for (const [index, key] of [[this.byDigest, node.digest], [this.byTurn, node.turn]] as [Map<string | number, KnownNode[]>, string | number][]) {
      const found = index.get(key)
      if (found) found.push(node)
      else index.set(key, [node])
    }
    if (!node.id.startsWith('otel:')) return
    this.byCall.set(partOf(node.id), node.id)
    const span = node.kind === 'memory_read' && node.id.startsWith(`otel:${this.trace}:`) ? this.byId.get(partOf(node.id).slice(0, 16)) : undefined
    if (span) this.reads.push({ id: node.id, around: new Set(this.lineOf(span).slice(1)) })
  }

  private owner(): { user?: string } {
    return this.user === null ? {} : { user: this.user }
  }

  private agentOf(span: Span): string | null {
    for (const around of this.lineOf(span)) {
      const name = textOf(around, 'gen_ai.agent.name') ?? textOf(around, 'gen_ai.agent.id')
      if (name !== null) return name.slice(0, 200)
    }
    return null
  }

  /** A span and those around it, as far as they are here, and no more than a hundred. */
  private lineOf(span: Span): Span[] {
    const line = new Set<Span>()
    for (let at: Span | undefined = span; at && line.size < longestLine && !line.has(at); at = at.parent === null ? undefined : this.byId.get(at.parent)) line.add(at)
    return [...line]
  }
}

/** What follows the trace in an id. */
const partOf = (id: string): string => id.slice('otel:'.length + 33)

/** The id of the step that a span becomes; parts of it follow after a dot or a colon. */
export const idOfSpan = (trace: string, span: string): string => `otel:${trace}:${span}`

/** The id of a call, or of its result: one node, whichever span tells of it. */
export const idOfCall = (trace: string, what: 'call' | 'result', callId: string): string => `otel:${trace}:${what}:${shortId(callId).slice(0, 100)}`


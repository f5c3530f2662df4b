/**
 * Turn the spans of one trace into items. Pure: the same spans over the same store give the same items, with ids made of trace and span, so
 * that a request that comes twice records nothing twice.
 *
 * What spans prove is `observed`: which call an execution carries out, which memories a search returned, what was read within a tool. What
 * they name in `emend.used_ids` is declared. Everything else rests on its turn, and on what of earlier turns stood in the conversation
 * that the model was shown: inferred, so that it contaminates and never supports.
 */
import type { RecordItem } from '../../index.js'
import { MemoryConverter, type CurrentMemory } from './convert-memories.js'
import { shortId } from './memory-records.js'
import { messagesOf, type Call, type Message } from './messages.js'
import { asText, textOf, valueOf, type Refused, type Span } from './span.js'
import { TraceRecord, type KnownSession, type StepItem } from './trace-record.js'
import { speaks, traceTurns, type TraceTurns } from './trace-turns.js'

/** What is known before. */
export interface ConvertOptions {
  session: KnownSession
  /** Ids of this trace that exist. */
  recorded: ReadonlySet<string>
  /** Youngest versions of memories, by key. */
  memories: ReadonlyMap<string, CurrentMemory>
  /** Whose session it is. */
  user: string | null
}

/** The items of a trace. */
export interface ConvertedTrace {
  items: RecordItem[]
  /** Spans that say nothing which could be recorded. */
  refused: Refused[]
}

/**
 * Convert the spans of one trace.
 *
 * @param spans finished ones, in any order
 * @returns items in clock order
 */
export function convertTrace(trace: string, spans: readonly Span[], options: ConvertOptions): ConvertedTrace {
  return new Converter(trace, spans, options).run()
}

class Converter {
  private readonly record: TraceRecord
  private readonly memories: MemoryConverter
  private readonly turns: TraceTurns
  /** Calls that a model asked for and whose execution was not seen yet: by call id, or by action where they have none. */
  private readonly open = new Map<string, { call: Call; action: string; turn: number }>()

  constructor(trace: string, private readonly spans: readonly Span[], { session, recorded, memories, user }: ConvertOptions) {
    this.record = new TraceRecord(trace, spans, session, recorded, user)
    this.memories = new MemoryConverter(this.record, memories, user)
    this.turns = traceTurns(trace, spans, session.nodes, session.lastTurn)
  }

  /** What users say stands before what is done about it; of spans that end together the inner one comes first. */
  run(): ConvertedTrace {
    const said = this.turns.inputs.map(({ id, content, turn, at }, index) => ({ at: index === 0 ? -1n : at, start: at, rank: 0, take: () => this.record.input(id, content, turn) }))
    const done = this.spans.map((span) => ({ at: span.end, start: span.start, rank: 1, take: () => this.take(span) }))
    const order = [...said, ...done].toSorted((one, other) => sign(one.at - other.at) || one.rank - other.rank || sign(other.start - one.start))
    for (const { take } of order) take()
    return { items: this.record.items, refused: this.record.refused }
  }

  private take(span: Span): void {
    const turn = this.turns.turnAt(span.start)
    if (speaks(span)) this.speech(span)
    else if (span.operation === 'execute_tool') this.execution(span, turn)
    else if (span.operation === 'search_memory') this.memories.search(span, turn)
    else if (span.operation === 'delete_memory') this.memories.remove(span, turn)
    else if (['create_memory', 'update_memory', 'upsert_memory'].includes(span.operation ?? '')) this.memories.write(span, turn)
  }

  /** A call of a model, or of a whole agent: what tools have answered, then what it says. */
  private speech(span: Span): void {
    const { input, output } = messagesOf(span)
    const isAgent = span.operation?.startsWith('invoke_') === true
    const turn = this.turns.turnAt(isAgent ? span.end : span.start)
    const answered = input.findLastIndex(({ role, text, calls }) => role === 'assistant' && text !== null && calls.length === 0)
    for (const { id, text } of input.slice(answered + 1).flatMap(({ results }) => results)) this.result(id, text, turn)
    const said = output.filter(({ text, calls }) => text !== null || calls.length > 0)
    if (said.length === 0) {
      // What it says may come, or have come, by log records.
      if (!isAgent && !span.isError && !span.isPartial && !this.record.has(this.record.idOf(span))) {
        this.record.refuse(span, 'carries no output: have the instrumentation capture the content of messages, or send its events to /v1/logs')
      }
      return
    }
    const shown = input.flatMap(({ text, results }) => [...text === null ? [] : [text], ...results.map((result) => result.text)])
    for (const [index, message] of said.entries()) {
      const id = this.record.idOf(span, index === 0 ? '' : `.${index}`)
      if (message.calls.length > 0) this.plan(span, id, turn, message, shown)
      else if (message.text !== null && (this.record.has(id) || !this.record.says(turn, message.text))) {
        // What an agent within a tool concludes is told to the one that called it, not to the user.
        const type = this.record.isWithin(span, 'execute_tool') ? 'claim' : 'final_answer'
        this.record.step({ id, turn, type, content: message.text, ...this.record.evidence(span, turn, shown) }, span)
      }
    }
  }

  private plan(span: Span, id: string, turn: number, { text, calls }: Message, shown: readonly string[]): void {
    if (calls.every((call) => call.id !== null && this.record.ofCall('call', call.id) !== undefined) && !this.record.has(id)) return // an inner span has told of them
    this.record.step({ id, turn, type: 'plan', content: text ?? calls.map(render).join('\n'), ...this.record.evidence(span, turn, shown) }, span)
    for (const [index, call] of calls.entries()) {
      const action = call.id === null ? `${id}.call.${index}` : this.record.nameOf('call', call.id)
      this.record.step({ id: action, turn, type: 'tool_action', content: render(call), used_ids: [id], basis: 'observed', tool: toolOf(call) }, span)
      this.open.set(call.id ?? action, { call, action, turn })
    }
  }

  /** The execution of a call that a model has asked for; of one that nobody was seen to ask for, the plan is made too. */
  private execution(span: Span, turn: number): void {
    const { record } = this
    const named: Call = {
      id: textOf(span, 'gen_ai.tool.call.id'), name: textOf(span, 'gen_ai.tool.name') ?? 'tool', args: valueOf(span, 'gen_ai.tool.call.arguments') ?? {},
    }
    const asked = this.asked(named, turn)
    const call = { ...named, id: asked?.call.id ?? named.id }
    const action = asked?.action ?? (call.id === null ? undefined : record.ofCall('call', call.id)) ?? this.unasked(span, call, turn)
    const result = valueOf(span, 'gen_ai.tool.call.result')
    const content = result === undefined ? (span.isError ? `error: ${textOf(span, 'error.type') ?? 'unknown'}` : null) : asText(result)
    if (content === null) return // the model's next call carries it, where content is captured at all
    record.step({
      id: call.id === null ? record.idOf(span) : record.nameOf('result', call.id), turn, type: 'tool_observation', content,
      used_ids: [action, ...record.readsWithin(span)], basis: 'observed', tool: toolOf(call, false),
    }, span)
  }

  /** The call that an execution carries out; of those of its name in the turn the first one, where it names none. */
  private asked(named: Call, turn: number): { call: Call; action: string } | undefined {
    const [key, asked] = named.id === null ? [...this.open].find(([, { call, turn: of }]) => call.name === named.name && of === turn) ?? [] : [named.id, this.open.get(named.id)]
    if (key !== undefined) this.open.delete(key)
    return asked
  }

  private unasked(span: Span, call: Call, turn: number): string {
    const { record } = this
    const plan = record.idOf(span, ':plan')
    const action = call.id === null ? record.idOf(span, ':call') : record.nameOf('call', call.id)
    record.step({ id: plan, turn, type: 'plan', content: render(call), ...record.evidence(span, turn) }, span)
    record.step({ id: action, turn, type: 'tool_action', content: render(call), used_ids: [plan], basis: 'observed', tool: toolOf(call) }, span)
    return action
  }

  /** What a tool answered, as the model was told, unless its execution was seen. Without an action here, emend finds the session's by call id. */
  private result(callId: string | null, content: string, turn: number): void {
    if (callId === null || content === '' || this.record.ofCall('result', callId) !== undefined) return
    const asked = this.open.get(callId)
    this.open.delete(callId)
    const action = asked?.action ?? this.record.ofCall('call', callId)
    this.record.step({
      id: this.record.nameOf('result', callId), turn, type: 'tool_observation', content, used_ids: action === undefined ? [] : [action], basis: 'observed',
      tool: { name: asked?.call.name ?? 'unknown', call_id: shortId(callId) },
    })
  }
}

const render = ({ name, args }: Call): string => `${name}(${asText(args)})`

const toolOf = ({ name, args, id }: Call, hasArgs = true): NonNullable<StepItem['tool']> =>
  ({ name: name.slice(0, 200), ...(hasArgs ? { args } : {}), ...(id === null ? {} : { call_id: shortId(id) }) })

const sign = (difference: bigint): number => (difference < 0n ? -1 : difference > 0n ? 1 : 0)

/** Which turns the spans of a trace belong to: a turn begins with what a user says. */
import { messagesOf, type Message } from './messages.js'
import { digestOf } from './memory-records.js'
import type { Span } from './span.js'

/** A node of the session that was recorded before. */
export interface KnownNode {
  id: string
  kind: string
  turn: number
  /** SHA-256 of its text. */
  digest: string
  /** Of a read: its results. */
  usedIds: readonly string[]
}

/** Something that a user said, and that is not recorded yet. */
export interface HeardInput {
  id: string
  content: string
  turn: number
  /** From here on, spans of the trace are of its turn. */
  at: bigint
}

/** The turns of one trace. */
export interface TraceTurns {
  inputs: HeardInput[]
  /** The turn of what happens at a time. */
  turnAt(time: bigint): number
}

const nameLength = 16

/** The id of the first thing that is said in a trace: by it, later spans of the trace find their session. */
export const idOfInput = (trace: string): string => `otel:${trace}:input`

/** Operations that carry a conversation. */
export const speaks = (span: Span): boolean => ['chat', 'generate_content', 'text_completion', 'plan', 'invoke_agent', 'invoke_workflow'].includes(span.operation ?? '')

/**
 * Find what is said anew in a trace. A message is of an earlier turn when an answer follows it in the conversation that the model was
 * shown; it is one that is recorded already when this trace, or the session's last turn, holds the same and work on it goes on.
 *
 * @param spans of one trace
 * @param known nodes of the session, oldest first
 * @param lastTurn of the session; 0 before the first
 */
export function traceTurns(trace: string, spans: readonly Span[], known: readonly KnownNode[], lastTurn: number): TraceTurns {
  const mine = known.filter(({ id }) => id.startsWith(`otel:${trace}:`))
  const mineByName = new Map(mine.filter(({ kind }) => kind === 'input').map((node) => [node.id === idOfInput(trace) ? node.digest.slice(0, nameLength) : node.id.split(':')[3] ?? '', node]))
  let hasFirst = mine.some(({ id }) => id === idOfInput(trace))
  const inLastTurn = new Map(known.filter((node) => node.kind === 'input' && node.turn === lastTurn).map((node) => [node.digest, node]))
  let turn = mine.at(-1)?.turn ?? lastTurn + 1
  let hasInput = mine.some((node) => node.kind === 'input' && node.turn === turn)
  const inputs: HeardInput[] = []
  const seen = new Set<string>()
  const starts: { at: bigint; turn: number }[] = []
  for (const span of spans.filter(speaks).toSorted(byStart)) {
    let isSameTurn = false // what is said in one go is of one turn
    for (const { content, name, isWorkedOn } of unanswered(messagesOf(span).input)) {
      if (seen.has(name)) continue
      seen.add(name)
      const recorded = mineByName.get(name) ?? (isWorkedOn ? inLastTurn.get(digestOf(content)) : undefined)
      if (recorded) turn = recorded.turn
      else if (hasInput && !isSameTurn) turn = Math.max(lastTurn, turn) + 1
      hasInput = true
      isSameTurn = true
      if (starts.at(-1)?.turn !== turn) starts.push({ at: span.start, turn })
      if (!recorded) inputs.push({ id: hasFirst ? `${idOfInput(trace)}:${name}` : idOfInput(trace), content, turn, at: span.start })
      if (!recorded) hasFirst = true
    }
  }
  const first = starts[0]?.turn ?? turn
  return { inputs, turnAt: (time) => starts.findLast(({ at }) => at <= time)?.turn ?? first }
}

/** What users said after the last answer of the conversation. */
function unanswered(messages: readonly Message[]): { content: string; name: string; isWorkedOn: boolean }[] {
  const answered = messages.findLastIndex(({ role, text, calls }) => role === 'assistant' && text !== null && calls.length === 0)
  const counts = new Map<string, number>()
  return messages.flatMap(({ role, text }, index) => {
    if (role !== 'user' || text === null) return []
    const before = counts.get(text) ?? 0
    counts.set(text, before + 1)
    const name = `${digestOf(text).slice(0, nameLength)}${before === 0 ? '' : `.${before}`}`
    return index < answered ? [] : [{ content: text, name, isWorkedOn: index < messages.length - 1 }]
  })
}

/** The longer one of two that start together is around the other. */
const byStart = (one: Span, other: Span): number => Number(one.start - other.start) || Number(other.end - one.end)

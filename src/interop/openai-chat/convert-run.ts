/**
 * Turn one run into items. Pure, and a prefix of a run gives a prefix of the items, so that an extended file continues.
 *
 * What the log proves is `observed`: which message made a call, which result answers it. That an earlier message stood
 * in the context when a later one was written is `inferred`: it contaminates, and never supports.
 */
import type { RecordItem } from '../../index.js'
import { salientTokens } from './salient-tokens.js'
import { readKeys, type ChatMessage, type ChatRun } from './chat-run.js'

type StepItem = Extract<RecordItem, { kind: 'step' }>

/** How to convert. */
export interface ConvertOptions {
  /** `observations`: each is also written as a memory of equal content, and later messages cite the memory. */
  remember?: 'observations' | 'nothing'
  /**
   * `whole` (default): a message rests on all that stood in its context. `values`: on its own turn, and on what shares
   * a number, an identifier or a name with it. Misses conclusions that repeat no value; replays less.
   */
  context?: 'whole' | 'values'
  agent?: string
}

/** Something of the log that no node was made of. */
export interface NotPlaced {
  session: string
  message: number
  role: string
  why: string
  bytes: number
}

/** The items of a run, and the account of it. */
export interface ConvertedRun {
  items: RecordItem[]
  messages: number
  toolCalls: number
  /** Nodes made of messages and calls; memories and their writes not counted. */
  nodes: number
  remembered: number
  notPlaced: NotPlaced[]
  /** Results that answer no call of their turn: placed, but without an edge. */
  unlinked: { session: string; message: number; callId: string | null }[]
  unreadKeys: string[]
}

/** A message cites at most this many of the youngest nodes of its context; older ones are reached through those. */
const contextLimit = 200

/**
 * Convert a run.
 *
 * @returns items in clock order with ids made of session and position
 */
export function convertRun(run: ChatRun, options: ConvertOptions = {}): ConvertedRun {
  const { session } = run
  const agent = options.agent ?? 'assistant'
  const user = run.user === null ? {} : { user: run.user }
  const items: RecordItem[] = []
  const notPlaced: NotPlaced[] = []
  const unlinked: ConvertedRun['unlinked'] = []
  const context: { id: string; turn: number; tokens: Set<string> }[] = []
  const calls: { id: string | null; name: string; action: string; turn: number; isAnswered: boolean }[] = []
  let turn = 0
  let isTurnStarted = true
  let nodes = 0
  let toolCalls = 0
  let remembered = 0

  const step = (item: Omit<StepItem, 'kind' | 'session' | 'turn' | 'agent'>): void => {
    items.push({ kind: 'step', session, turn: Math.max(turn, 1), agent, ...item })
    isTurnStarted = true
  }
  const remember = (id: string, content: string) => context.push({ id, turn, tokens: salientTokens(content) })
  const evidence = (content: string): string[] => {
    const tokens = salientTokens(content)
    const seen = options.context === 'values'
      ? context.filter((entry) => entry.turn === turn || [...tokens].some((token) => entry.tokens.has(token)))
      : context
    return seen.slice(-contextLimit).map((entry) => entry.id)
  }

  run.messages.forEach((message, position) => {
    const id = `${session}:${position}`
    const text = contentOf(message)
    const skip = (why: string) =>
      notPlaced.push({ session, message: position, role: message.role, why, bytes: Buffer.byteLength(text ?? '') })

    if (message.role === 'user') {
      if (text === null) return void skip('has no text')
      if (isTurnStarted) turn += 1
      isTurnStarted = false
      items.push({ kind: 'input', id, session, turn, content: text, ...user })
      nodes += 1
      remember(id, text)
    } else if (message.role === 'assistant' && message.tool_calls?.length) {
      const asked = message.tool_calls
      const content = text === null || text === '' ? asked.map(renderCall).join('\n') : text
      step({ id, type: 'plan', content, used_ids: evidence(content + asked.map(renderCall).join()), basis: 'inferred' })
      nodes += 1
      remember(id, content)
      asked.forEach((call, index) => {
        toolCalls += 1
        nodes += 1
        const action = `${id}.${index}`
        const tool = { name: call.function.name, args: parseArguments(call.function.arguments), ...(call.id ? { call_id: call.id } : {}) }
        step({ id: action, type: 'tool_action', content: renderCall(call), used_ids: [id], basis: 'observed', tool })
        calls.push({ id: call.id ?? null, name: tool.name, action, turn, isAnswered: false })
      })
    } else if (message.role === 'assistant') {
      if (text === null || text === '') return void skip('has no content and makes no call')
      step({ id, type: 'final_answer', content: text, used_ids: evidence(text), basis: 'inferred' })
      nodes += 1
      remember(id, text)
    } else if (message.role === 'tool') {
      if (text === null) return void skip('has no text')
      const call = calls.findLast((made) => !made.isAnswered && made.turn === turn && made.id === (message.tool_call_id ?? null)
        && (!message.name || made.name === message.name))
      const name = message.name ?? call?.name ?? 'unknown'
      if (call) call.isAnswered = true
      else unlinked.push({ session, message: position, callId: message.tool_call_id ?? null })
      const callId = call?.id ? { call_id: call.id } : {}
      step({ id, type: 'tool_observation', content: text, used_ids: call ? [call.action] : [], basis: 'observed', tool: { name, ...callId } })
      nodes += 1
      if (options.remember !== 'observations') return void remember(id, text)
      const memory = `${id}.memory`
      step({
        id: `${id}.write`, type: 'memory_write', content: `Remember what ${name} returned.`, used_ids: [id], basis: 'observed',
        generated_memory_ids: [memory],
      })
      items.push({ kind: 'memory', id: memory, content: text, source: 'tool_observation', agent, ...user })
      remembered += 1
      remember(memory, text)
    } else skip(message.role === 'system' || message.role === 'developer' ? 'instructions to the agent' : 'unknown role')
  })

  const keys = new Set(run.messages.flatMap((message) => Object.keys(message)).filter((key) => !readKeys.has(key)))
  return {
    items, messages: run.messages.length, toolCalls, nodes, remembered, notPlaced, unlinked,
    unreadKeys: [...keys, ...run.unreadKeys],
  }
}

function contentOf(message: ChatMessage): string | null {
  if (typeof message.content === 'string') return message.content
  if (message.content === null || message.content === undefined) return message.refusal ?? null
  if (!Array.isArray(message.content)) return JSON.stringify(message.content)
  const texts = message.content.map((part: unknown) => (isText(part) ? part.text : null))
  return texts.every((text) => text !== null) ? texts.join('') : JSON.stringify(message.content)
}

const isText = (part: unknown): part is { text: string } =>
  typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'

const renderCall = (call: NonNullable<ChatMessage['tool_calls']>[number]): string =>
  `${call.function.name}(${typeof call.function.arguments === 'string' ? call.function.arguments : JSON.stringify(call.function.arguments)})`

/** Arguments are JSON text; what is not JSON stays the text it is. */
function parseArguments(text: unknown): unknown {
  if (typeof text !== 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

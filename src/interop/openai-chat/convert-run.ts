/**
 * Turn one run into items. Pure, and a prefix of a run gives a prefix of the items, so that an extended file continues.
 *
 * What the log proves is `observed`: which message made a call, which result answers it. That an earlier message stood
 * in the context when a later one was written is `inferred`: it contaminates, and never supports.
 */
import type { RecordItem } from '../../index.js'
import { readKeys, type ChatMessage, type ChatRun } from './chat-run.js'
import { contentOf, parseArguments, renderCall, type ChatCall } from './message-content.js'
import { salientTokens } from './salient-tokens.js'

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
  const converter = new Converter(run, options)
  for (const [position, message] of run.messages.entries()) converter.take(message, position)
  return converter.result()
}

class Converter {
  private readonly items: RecordItem[] = []
  private readonly notPlaced: NotPlaced[] = []
  private readonly unlinked: ConvertedRun['unlinked'] = []
  /** What later messages may rest on, oldest first. */
  private readonly context: { id: string; turn: number; tokens: Set<string> }[] = []
  private readonly calls: { id: string | null; name: string; action: string; turn: number; isAnswered: boolean }[] = []
  /** Inputs that follow each other share a turn. */
  private turn = 0
  private isTurnStarted = true
  private nodes = 0
  private toolCalls = 0
  private remembered = 0

  constructor(private readonly run: ChatRun, private readonly options: ConvertOptions) {}

  take(message: ChatMessage, position: number): void {
    const id = `${this.run.session}:${position}`
    const text = contentOf(message)
    const asked = message.tool_calls ?? []
    if (message.role === 'system' || message.role === 'developer') this.leaveOut(message, position, 'instructions to the agent')
    else if (message.role === 'user' && text !== null) this.input(id, text)
    else if (message.role === 'assistant' && asked.length > 0) this.plan(id, text, asked)
    else if (message.role === 'assistant' && text) this.answer(id, text)
    else if (message.role === 'tool' && text !== null) this.observation(id, message, position, text)
    else if (message.role === 'assistant') this.leaveOut(message, position, 'has no content and makes no call')
    else this.leaveOut(message, position, message.role === 'user' || message.role === 'tool' ? 'has no text' : 'unknown role')
  }

  result(): ConvertedRun {
    const keys = new Set(this.run.messages.flatMap((message) => Object.keys(message)).filter((key) => !readKeys.has(key)))
    return {
      items: this.items, messages: this.run.messages.length, toolCalls: this.toolCalls, nodes: this.nodes, remembered: this.remembered,
      notPlaced: this.notPlaced, unlinked: this.unlinked, unreadKeys: [...keys, ...this.run.unreadKeys],
    }
  }

  private leaveOut(message: ChatMessage, position: number, why: string): void {
    this.notPlaced.push({ session: this.run.session, message: position, role: message.role, why, bytes: Buffer.byteLength(contentOf(message) ?? '') })
  }

  private input(id: string, content: string): void {
    if (this.isTurnStarted) this.turn += 1
    this.isTurnStarted = false
    this.nodes += 1
    this.items.push({ kind: 'input', id, session: this.run.session, turn: this.turn, content, ...this.owner() })
    this.offer(id, content)
  }

  private plan(id: string, text: string | null, asked: ChatCall[]): void {
    const calls = asked.map(renderCall).join('\n')
    const content = text || calls
    this.step({ id, type: 'plan', content, used_ids: this.evidenceFor(`${content} ${calls}`), basis: 'inferred' })
    this.offer(id, content)
    for (const [index, call] of asked.entries()) {
      const action = `${id}.${index}`
      const tool = { name: call.function.name, args: parseArguments(call.function.arguments), ...(call.id ? { call_id: call.id } : {}) }
      this.step({ id: action, type: 'tool_action', content: renderCall(call), used_ids: [id], basis: 'observed', tool })
      this.calls.push({ id: call.id ?? null, name: tool.name, action, turn: this.turn, isAnswered: false })
      this.toolCalls += 1
    }
  }

  private answer(id: string, content: string): void {
    this.step({ id, type: 'final_answer', content, used_ids: this.evidenceFor(content), basis: 'inferred' })
    this.offer(id, content)
  }

  /** Ids repeat within a run: a result answers the nearest unanswered call of its turn that has its id and name. */
  private observation(id: string, message: ChatMessage, position: number, content: string): void {
    const callId = message.tool_call_id ?? null
    const call = this.calls.findLast((made) => !made.isAnswered && made.turn === this.turn && made.id === callId
      && (!message.name || made.name === message.name))
    if (call) call.isAnswered = true
    else this.unlinked.push({ session: this.run.session, message: position, callId })
    const tool = { name: message.name ?? call?.name ?? 'unknown', ...(call?.id ? { call_id: call.id } : {}) }
    this.step({ id, type: 'tool_observation', content, used_ids: call ? [call.action] : [], basis: 'observed', tool })
    if (this.options.remember === 'observations') this.remember(id, tool.name, content)
    else this.offer(id, content)
  }

  /** What follows cites the memory, which says the same as the observation. */
  private remember(id: string, tool: string, content: string): void {
    const memory = `${id}.memory`
    this.step({
      id: `${id}.write`, type: 'memory_write', content: `Remember what ${tool} returned.`, used_ids: [id], basis: 'observed', generated_memory_ids: [memory],
    })
    this.nodes -= 1 // counted as remembered, not as made of a message
    this.remembered += 1
    this.items.push({ kind: 'memory', id: memory, content, source: 'tool_observation', agent: this.agent(), ...this.owner() })
    this.offer(memory, content)
  }

  private step(item: Omit<StepItem, 'kind' | 'session' | 'turn' | 'agent'>): void {
    this.items.push({ kind: 'step', session: this.run.session, turn: Math.max(this.turn, 1), agent: this.agent(), ...item })
    this.isTurnStarted = true
    this.nodes += 1
  }

  private offer(id: string, content: string): void {
    this.context.push({ id, turn: this.turn, tokens: salientTokens(content) })
  }

  private evidenceFor(content: string): string[] {
    const tokens = salientTokens(content)
    const seen = this.options.context === 'values'
      ? this.context.filter((entry) => entry.turn === this.turn || [...tokens].some((token) => entry.tokens.has(token)))
      : this.context
    return seen.slice(-contextLimit).map((entry) => entry.id)
  }

  private agent(): string {
    return this.options.agent ?? 'assistant'
  }

  private owner(): { user?: string } {
    return this.run.user === null ? {} : { user: this.run.user }
  }
}

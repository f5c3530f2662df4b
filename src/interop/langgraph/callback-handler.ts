/** A callback handler for LangChain and LangGraph that records what a graph does. */
import { BaseCallbackHandler } from '@langchain/core/callbacks/base'
import { AIMessage, isBaseMessage, type BaseMessage } from '@langchain/core/messages'
import type { LLMResult } from '@langchain/core/outputs'
import type { EmendTenant } from '../../index.js'
import { TurnRecorder, type RecorderOptions } from '../recorder/turn-recorder.js'
import { unanswered, type Spoken } from '../recorder/unanswered.js'

interface Run {
  recorder: TurnRecorder
  /** The last text of a model: the answer, if nothing follows. */
  said: string | null
}

type Serialized = Parameters<NonNullable<BaseCallbackHandler['handleToolStart']>>[0]

/**
 * Records each run that it is given to as a turn: what the user says, plans, calls, observations, and the answer. The session is the one of
 * the options, else `thread_id` of the run's metadata, where LangGraph puts that of its configuration.
 *
 * @example
 * const handler = new EmendCallbackHandler(emend, { userId: 'ana' })
 * await graph.invoke({ messages }, { callbacks: [handler], configurable: { thread_id: 'chat-1' } })
 * await handler.settled()
 */
export class EmendCallbackHandler extends BaseCallbackHandler {
  override name = 'emend'
  /** By the id of the run that nothing is around. */
  private readonly runs = new Map<string, Run>()
  private readonly rootOf = new Map<string, string>()
  private readonly tools = new Map<string, { id: string | undefined; name: string; args: unknown }>()
  private readonly recorders: TurnRecorder[] = []
  private answer: string | null = null

  constructor(private readonly emend: EmendTenant, private readonly options: RecorderOptions = {}) {
    super({ _awaitHandler: true }) // what a node reads belongs to the turn that was heard before
  }

  /** The parent comes fourth, although its declaration says eighth: whichever of the two is a run that is known. */
  override async handleChainStart(
    _chain: Serialized, inputs: Record<string, unknown>, runId: string, fourth?: string, _tags?: string[], metadata?: Record<string, unknown>, _name?: string, eighth?: string,
  ): Promise<void> {
    const run = this.enter(runId, fourth !== undefined && this.rootOf.has(fourth) ? fourth : eighth, metadata)
    if (!this.isRoot(runId)) return
    const given = inputs['messages'] ?? inputs['input'] ?? inputs['question']
    run.recorder.hear(unanswered((Array.isArray(given) ? given as unknown[] : [given]).map(spokenOf)))
    await run.recorder.waits()
  }

  override async handleChatModelStart(
    _model: Serialized, messages: BaseMessage[][], runId: string, parentRunId?: string, _extra?: Record<string, unknown>, _tags?: string[], metadata?: Record<string, unknown>,
  ): Promise<void> {
    this.enter(runId, parentRunId, metadata).recorder.hear(unanswered((messages[0] ?? []).map(spokenOf)))
  }

  override async handleLLMStart(_model: Serialized, prompts: string[], runId: string, parentRunId?: string, _extra?: Record<string, unknown>, _tags?: string[], metadata?: Record<string, unknown>): Promise<void> {
    this.enter(runId, parentRunId, metadata).recorder.hear(prompts)
  }

  override async handleLLMEnd(output: LLMResult, runId: string): Promise<void> {
    const run = this.runOf(runId)
    const generation = output.generations[0]?.[0]
    if (!run || !generation) return
    const message = 'message' in generation && isBaseMessage(generation.message) ? generation.message : null
    const calls = message instanceof AIMessage ? message.tool_calls ?? [] : []
    const text = message ? textOf(message) : generation.text
    this.aside(run)
    if (calls.length > 0) run.recorder.plan(text, calls.map(({ id, name, args }) => ({ id, name, args })))
    else run.said = text
    await this.leave(runId)
  }

  override async handleToolStart(
    tool: Serialized, input: string, runId: string, parentRunId?: string, _tags?: string[], metadata?: Record<string, unknown>, runName?: string, toolCallId?: string,
  ): Promise<void> {
    this.enter(runId, parentRunId, metadata)
    this.tools.set(runId, { id: toolCallId, name: runName ?? ('name' in tool && typeof tool.name === 'string' ? tool.name : tool.id.at(-1) ?? 'tool'), args: parsed(input) })
  }

  override async handleToolEnd(output: unknown, runId: string): Promise<void> {
    const content = isBaseMessage(output) ? textOf(output) : output
    const named = isBaseMessage(output) && 'tool_call_id' in output && typeof output.tool_call_id === 'string' ? output.tool_call_id : undefined
    await this.observed(runId, content, named)
  }

  override async handleToolError(error: unknown, runId: string): Promise<void> {
    await this.observed(runId, `error: ${error instanceof Error ? error.message : String(error)}`)
  }

  override async handleChainEnd(_outputs: unknown, runId: string): Promise<void> {
    await this.leave(runId)
  }

  override async handleChainError(_error: unknown, runId: string): Promise<void> {
    await this.leave(runId)
  }

  override async handleLLMError(_error: unknown, runId: string): Promise<void> {
    await this.leave(runId)
  }

  /** The last answer's id, for `emend.answers.current` and for faults. */
  get answerId(): string | null {
    return this.answer
  }

  /** Wait until all that was told is recorded. @throws what recording threw, unless `onError` was given */
  async settled(): Promise<void> {
    for (const recorder of this.recorders.splice(0)) {
      await recorder.settled()
      this.answer = recorder.answerId ?? this.answer
    }
  }

  private async observed(runId: string, content: unknown, named?: string): Promise<void> {
    const [run, call] = [this.runOf(runId), this.tools.get(runId)]
    this.tools.delete(runId)
    if (run && call) run.recorder.observe({ ...call, id: call.id ?? named }, content)
    await this.leave(runId)
  }

  /** The run that a part belongs to; the first part of a run begins it. */
  private enter(runId: string, parentRunId: string | undefined, metadata: Record<string, unknown> = {}): Run {
    const root = (parentRunId === undefined ? undefined : this.rootOf.get(parentRunId)) ?? runId
    this.rootOf.set(runId, root)
    const known = this.runs.get(root)
    if (known) return known
    const thread = metadata['thread_id']
    const recorder = new TurnRecorder(this.emend, { ...(typeof thread === 'string' ? { sessionId: thread } : {}), ...this.options })
    const run: Run = { recorder, said: null }
    this.runs.set(root, run)
    this.recorders.push(recorder)
    return run
  }

  private runOf(runId: string): Run | undefined {
    return this.runs.get(this.rootOf.get(runId) ?? runId)
  }

  /** What was said before something else followed was no answer. */
  private aside(run: Run): void {
    if (run.said !== null) run.recorder.claim(run.said)
    run.said = null
  }

  private isRoot(runId: string): boolean {
    return this.rootOf.get(runId) === runId
  }

  /** A part is over; with the outermost one the run is, and what was said last is its answer. */
  private async leave(runId: string): Promise<void> {
    const run = this.isRoot(runId) ? this.runs.get(runId) : undefined
    this.rootOf.delete(runId)
    if (!run) return
    if (run.said !== null) run.recorder.conclude(run.said)
    this.runs.delete(runId)
    for (const [part, root] of this.rootOf) if (root === runId) this.rootOf.delete(part)
    await run.recorder.waits() // the next run of the thread follows after it
  }
}

function spokenOf(message: unknown): Spoken {
  if (isBaseMessage(message)) {
    const kind = message.getType()
    const calls = message instanceof AIMessage ? message.tool_calls ?? [] : []
    return { role: kind === 'human' ? 'user' : kind === 'ai' ? 'assistant' : 'other', text: textOf(message), callsTools: calls.length > 0 }
  }
  if (typeof message === 'string') return { role: 'user', text: message }
  if (Array.isArray(message)) return { role: roleOf(message[0]), text: typeof message[1] === 'string' ? message[1] : '' }
  if (typeof message !== 'object' || message === null || !('content' in message)) return { role: 'other', text: '' }
  return { role: roleOf('role' in message ? message.role : 'type' in message ? message.type : null), text: typeof message.content === 'string' ? message.content : JSON.stringify(message.content) }
}

const roleOf = (role: unknown): Spoken['role'] => (role === 'user' || role === 'human' ? 'user' : role === 'assistant' || role === 'ai' ? 'assistant' : 'other')

const textOf = (message: BaseMessage): string => {
  if (typeof message.content === 'string') return message.content
  return message.content.map((part) => ('text' in part && typeof part.text === 'string' ? part.text : '')).join('')
}

function parsed(input: string): unknown {
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}

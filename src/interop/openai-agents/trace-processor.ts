/** A trace processor for the OpenAI Agents SDK that records what runs do. */
import type { Span, Trace, TracingProcessor } from '@openai/agents-core'
import type { EmendTenant } from '../../index.js'
import { TurnRecorder, type RecorderOptions } from '../recorder/turn-recorder.js'
import { unanswered } from '../recorder/unanswered.js'
import { readItems, type ReadItem } from './read-items.js'

/** How to record runs. */
export interface EmendTraceProcessorOptions extends RecorderOptions {
  /** Runs to leave alone, such as those whose session is an `EmendSession`: it records them itself. */
  skip?: (trace: { traceId: string; groupId: string | null; name: string; metadata?: Record<string, unknown> }) => boolean
}

interface Running {
  recorder: TurnRecorder
  said: string | null
}

/**
 * Records runs as turns, for agents that keep their conversation elsewhere. The session is that of the options, else the trace's group.
 *
 * @example
 * addTraceProcessor(new EmendTraceProcessor(emend, { userId: 'ana' }))
 * await run(agent, input, { groupId: 'chat-1' })
 */
export class EmendTraceProcessor implements TracingProcessor {
  private readonly running = new Map<string, Running>()
  private readonly ended: TurnRecorder[] = []
  private answer: string | null = null

  constructor(private readonly emend: EmendTenant, private readonly options: EmendTraceProcessorOptions = {}) {}

  async onTraceStart(trace: Trace): Promise<void> {
    const { skip, ...options } = this.options
    if (skip?.(trace) === true) return
    this.running.set(trace.traceId, { recorder: new TurnRecorder(this.emend, { sessionId: trace.groupId ?? trace.traceId, ...options }), said: null })
  }

  async onTraceEnd({ traceId }: Trace): Promise<void> {
    const run = this.running.get(traceId)
    if (!run) return
    this.running.delete(traceId)
    if (run.said !== null) run.recorder.conclude(run.said)
    this.ended.push(run.recorder)
    await run.recorder.waits()
    this.answer = run.recorder.answerId ?? this.answer
  }

  async onSpanStart(): Promise<void> {}

  async onSpanEnd(span: Span<never>): Promise<void> {
    const run = this.running.get(span.traceId)
    const data = span.spanData as { type: string } & Record<string, unknown>
    if (!run) return
    if (data.type === 'function') {
      const failed = span.error === null ? null : `error: ${span.error.message}`
      run.recorder.observe({ name: String(data['name']), args: parsed(data['input']) }, failed ?? data['output'] ?? '')
    } else if (data.type === 'generation') this.speech(run, readItems(data['input'], 'user'), readItems(data['output'], 'assistant'))
    else if (data.type === 'response') this.speech(run, readItems(data['_input'], 'user'), readItems(data['_response'], 'assistant'))
  }

  /**
   * Wait until all that was told is recorded. The SDK does not wait for its processors: a tool that searches emend in the session does so first,
   * so that the search belongs to the turn.
   *
   * @throws what recording threw, unless `onError` was given
   */
  async forceFlush(): Promise<void> {
    for (const { recorder } of this.running.values()) await recorder.waits()
    for (const recorder of this.ended.splice(0)) await recorder.settled()
  }

  async shutdown(): Promise<void> {
    await this.forceFlush()
  }

  /** The last answer's id, for faults and `emend.answers.current`. */
  get answerId(): string | null {
    return this.answer
  }

  private speech(run: Running, input: readonly ReadItem[], output: readonly ReadItem[]): void {
    run.recorder.hear(unanswered(input.map(({ role, text, calls }) => ({ role, text, callsTools: calls.length > 0 }))))
    if (run.said !== null) run.recorder.claim(run.said) // what was said before something else followed was no answer
    run.said = null
    const text = output.map((item) => item.text).filter((part) => part !== '').join('\n')
    const calls = output.flatMap((item) => item.calls)
    if (calls.length > 0) run.recorder.plan(text, calls)
    else if (text !== '') run.said = text
  }
}

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A telemetry integration for the Vercel AI SDK that records what `generateText` and `streamText` do. */
import type { ModelMessage, TelemetryIntegration } from 'ai'
import type { EmendTenant } from '../../index.js'
import { TurnRecorder, type RecorderOptions } from '../recorder/turn-recorder.js'
import { unanswered, type Spoken } from '../recorder/unanswered.js'

/** How to record a call. */
export interface EmendTelemetryOptions extends RecorderOptions {
  /** What the answer rests on, where the caller knows: ids of memories, and of the reads that found them. The turn, when left out. */
  usedIds?: readonly string[]
}

/** The integration of one call, and what it has recorded. */
export interface EmendTelemetry extends TelemetryIntegration {
  readonly sessionId: string
  /** The answer's id, for `emend.answers.current` and for faults; null before there is one. */
  readonly answerId: string | null
  /** Wait until all is recorded. @throws what recording threw, unless `onError` was given */
  settled(): Promise<void>
}

/**
 * Make the integration of one call of the SDK: its events do not say which call they are of. The call becomes a turn of the session, and
 * memories that are searched in that session while it runs are evidence of what follows.
 *
 * @example
 * const telemetry = emendTelemetry(emend, { sessionId: 'chat-1', userId: 'ana' })
 * const { text } = await generateText({ model, prompt, tools, experimental_telemetry: { isEnabled: true, integrations: telemetry } })
 * await telemetry.settled()
 */
export function emendTelemetry(emend: EmendTenant, { usedIds, ...options }: EmendTelemetryOptions = {}): EmendTelemetry {
  const recorder = new TurnRecorder(emend, options)
  const calls = new Set<string>()
  return {
    sessionId: recorder.sessionId,
    get answerId() {
      return recorder.answerId
    },
    async onStart({ prompt, messages }) {
      const given = messages ?? prompt ?? []
      recorder.hear(unanswered((typeof given === 'string' ? [{ role: 'user' as const, content: given }] : given).map(spokenOf)))
      await recorder.waits() // what tools read belongs to this turn
    },
    async onToolCallStart({ toolCall: { toolCallId: id, toolName: name, input } }) {
      calls.add(id)
      recorder.plan(null, [{ id, name, args: input }], usedIds)
      await recorder.waits()
    },
    onToolCallFinish({ toolCall: { toolCallId: id, toolName: name, input }, ...end }) {
      recorder.observe({ id, name, args: input }, end.success ? end.output ?? '' : `error: ${end.error instanceof Error ? end.error.message : String(end.error)}`)
    },
    onStepFinish({ text, toolCalls, toolResults, finishReason }) {
      // Tools that the provider runs itself are told of here only.
      const elsewhere = toolCalls.filter(({ toolCallId }) => !calls.has(toolCallId))
      if (elsewhere.length > 0) recorder.plan(text, elsewhere.map(({ toolCallId: id, toolName: name, input }) => ({ id, name, args: input })), usedIds)
      for (const { toolCallId: id, toolName: name, input, output } of toolResults) {
        if (!calls.has(id)) recorder.observe({ id, name, args: input }, output)
      }
      if (finishReason !== 'tool-calls') recorder.conclude(text, usedIds)
      else if (toolCalls.length > 0) recorder.claim(text, usedIds)
    },
    settled: () => recorder.settled(),
  }
}

function spokenOf({ role, content }: ModelMessage): Spoken {
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  const text = parts.map((part) => ('text' in part && part.type === 'text' ? part.text : '')).join('')
  return { role: role === 'user' || role === 'assistant' ? role : 'other', text, callsTools: parts.some(({ type }) => type === 'tool-call') }
}

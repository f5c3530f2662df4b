/** Text of messages and calls, as it is recorded. */
import type { ChatMessage } from './chat-run.js'

/** A call of a tool, as a message makes it. */
export type ChatCall = NonNullable<ChatMessage['tool_calls']>[number]

/** The text of a message, byte for byte; parts that are all text are joined, anything else stays JSON. Null where there is none. */
export function contentOf(message: ChatMessage): string | null {
  if (typeof message.content === 'string') return message.content
  if (message.content === null || message.content === undefined) return message.refusal ?? null
  if (!Array.isArray(message.content)) return JSON.stringify(message.content)
  const texts = message.content.map((part: unknown) => (isText(part) ? part.text : null))
  return texts.every((text) => text !== null) ? texts.join('') : JSON.stringify(message.content)
}

const isText = (part: unknown): part is { text: string } =>
  typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'

/** A call as a line of text. */
export function renderCall(call: ChatCall): string {
  const given = call.function.arguments ?? ''
  return `${call.function.name}(${typeof given === 'string' ? given : JSON.stringify(given)})`
}

/** Arguments are JSON text; what is not JSON stays the text it is. */
export function parseArguments(text: unknown): unknown {
  if (typeof text !== 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

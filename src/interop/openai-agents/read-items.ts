/** What spans of models carry: items of the SDK, of the Responses API, or of Chat Completions. */
import type { ToolCall } from '../recorder/turn-recorder.js'

/** A message or call, as far as it is looked at. */
export interface ReadItem {
  role: 'user' | 'assistant' | 'other'
  text: string
  calls: ToolCall[]
}

/** @param role of what names none */
export function readItems(value: unknown, role: 'user' | 'assistant'): ReadItem[] {
  if (typeof value === 'string') return [{ role, text: value, calls: [] }]
  if (Array.isArray(value)) return value.flatMap((entry: unknown) => readItems(entry, role))
  if (!isObject(value)) return []
  if (Array.isArray(value['choices'])) return value['choices'].flatMap((choice: unknown) => (isObject(choice) ? readItems(choice['message'], 'assistant') : []))
  if (Array.isArray(value['output']) && value['type'] === undefined) return readItems(value['output'], 'assistant')
  if (value['type'] === 'function_call') return [{ role: 'assistant', text: '', calls: [callOf(value['callId'] ?? value['call_id'], value)] }]
  if (value['type'] !== undefined && value['type'] !== 'message') return []
  const calls = (Array.isArray(value['tool_calls']) ? value['tool_calls'] as unknown[] : []).filter(isObject)
    .map((call) => callOf(call['id'], isObject(call['function']) ? call['function'] : call))
  const named = value['role'] ?? role
  return [{ role: named === 'user' || named === 'assistant' ? named : 'other', text: textOf(value['content']), calls }]
}

function callOf(id: unknown, call: Record<string, unknown>): ToolCall {
  const given = call['arguments']
  return { id: typeof id === 'string' ? id : undefined, name: String(call['name']), args: typeof given === 'string' ? parsed(given) : given }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return (Array.isArray(content) ? content as unknown[] : []).map((part) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : '')).join('')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

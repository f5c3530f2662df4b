/** Messages that are spread over attributes, one a field: `gen_ai.prompt.0.content`, `gen_ai.completion.0.tool_calls.1.name`. */
import { valueOf } from './span.js'

type Attributes = Readonly<Record<string, unknown>>

/**
 * Put such messages together, as chat completions have them.
 *
 * @param root `gen_ai.prompt` or `gen_ai.completion`
 * @returns by their numbers; empty where there are none
 */
export function indexedMessages(attributes: Attributes, root: string): Record<string, unknown>[] {
  const messages = new Map<number, Record<string, unknown>>()
  const calls = new Map<string, Record<string, unknown>>()
  for (const [key, value] of Object.entries(attributes)) {
    if (!key.startsWith(`${root}.`)) continue
    const [, number, field = ''] = /^(\d{1,6})\.(.+)$/.exec(key.slice(root.length + 1)) ?? []
    if (number === undefined) continue
    const message = messages.get(Number(number)) ?? {}
    messages.set(Number(number), message)
    const [, call, part] = /^tool_calls\.(\d{1,6})\.(?:function\.)?(id|name|arguments)$/.exec(field) ?? []
    if (call !== undefined && part !== undefined) calls.set(`${number} ${call}`, { ...calls.get(`${number} ${call}`), [part]: value })
    else if (field === 'content') message['content'] = partsOf(value)
    else if (field === 'role' || field === 'tool_call_id') message[field] = value
  }
  for (const [place, call] of calls) {
    const message = messages.get(Number(place.split(' ')[0]))
    if (!message) continue
    if (Array.isArray(message['tool_calls'])) message['tool_calls'].push(call)
    else message['tool_calls'] = [call]
  }
  return [...messages].toSorted(([one], [other]) => one - other).map(([, message]) => message)
}

/** Content of several parts is written as their JSON. */
function partsOf(value: unknown): unknown {
  const parts = typeof value === 'string' && value.startsWith('[{') ? valueOf({ attributes: { value } }, 'value') : value
  return Array.isArray(parts) ? parts : value
}

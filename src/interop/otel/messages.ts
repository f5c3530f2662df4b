/** What a model was told and said, in any of the shapes that instrumentations write. */
import { indexedMessages } from './indexed-messages.js'
import { asText, isObject, valueOf, type Span } from './span.js'

/** A call of a tool that a model asks for. */
export interface Call {
  id: string | null
  name: string
  args: unknown
}

/** One message. */
export interface Message {
  role: string
  /** Null where it says nothing. */
  text: string | null
  calls: Call[]
  /** Answers to earlier calls. */
  results: { id: string | null; text: string }[]
}

/** What a span carries of a conversation. */
export interface Messages {
  input: Message[]
  output: Message[]
}

const details = 'gen_ai.client.inference.operation.details'
const ofRole: Record<string, string> = {
  'gen_ai.system.message': 'system', 'gen_ai.user.message': 'user', 'gen_ai.assistant.message': 'assistant', 'gen_ai.tool.message': 'tool',
}

/**
 * The messages of a span: of its attributes, else of its event with the details of the operation, else of one attribute a field or one event
 * a message, as instrumentations wrote them before.
 *
 * @returns empty lists where the instrumentation keeps content to itself
 */
export function messagesOf(span: Span): Messages {
  for (const { attributes } of [span, ...span.events.filter(({ name }) => name === details)]) {
    const input = valueOf({ attributes }, 'gen_ai.input.messages')
    const output = valueOf({ attributes }, 'gen_ai.output.messages')
    if (Array.isArray(input) || Array.isArray(output)) return { input: readAll(input), output: readAll(output, 'assistant') }
  }
  const spread = { input: indexedMessages(span.attributes, 'gen_ai.prompt'), output: indexedMessages(span.attributes, 'gen_ai.completion') }
  if (spread.input.length > 0 || spread.output.length > 0) return { input: readAll(spread.input), output: readAll(spread.output, 'assistant') }
  const read: Messages = { input: [], output: [] }
  for (const { name, attributes } of span.events) {
    const role = ofRole[name]
    const content = valueOf({ attributes }, 'gen_ai.event.content')
    const body: Record<string, unknown> = isObject(content) ? { ...attributes, ...content } : { ...attributes, ...(content === undefined ? {} : { content }) }
    if (role !== undefined) read.input.push(readMessage({ ...body, role }, role))
    else if (name === 'gen_ai.choice') read.output.push(readMessage(isObject(body['message']) ? body['message'] : body, 'assistant'))
  }
  return read
}

const readAll = (list: unknown, role = 'user'): Message[] => (Array.isArray(list) ? list : []).map((message: unknown) => readMessage(message, role))

function readMessage(raw: unknown, defaultRole: string): Message {
  if (!isObject(raw)) return { role: defaultRole, text: typeof raw === 'string' ? raw : null, calls: [], results: [] }
  const role = typeof raw['role'] === 'string' ? raw['role'] : defaultRole
  const message: Message = { role, text: null, calls: [], results: [] }
  const texts: string[] = []
  const content = raw['parts'] ?? raw['content']
  for (const part of Array.isArray(content) ? content as unknown[] : content === undefined || content === null ? [] : [content]) takePart(part, message, texts)
  const calls = typeof raw['tool_calls'] === 'string' ? valueOf({ attributes: raw }, 'tool_calls') : raw['tool_calls']
  for (const call of Array.isArray(calls) ? calls as unknown[] : []) takeCall(call, message)
  const text = texts.join('\n')
  if (role === 'tool' && message.results.length === 0) message.results.push({ id: textIn(raw, 'tool_call_id') ?? textIn(raw, 'id'), text })
  else if (text !== '') message.text = text
  return message
}

function takePart(part: unknown, message: Message, texts: string[]): void {
  if (typeof part === 'string') texts.push(part)
  else if (isObject(part)) {
    if (part['type'] === 'tool_call') takeCall(part, message)
    else if (part['type'] === 'tool_call_response') message.results.push({ id: textIn(part, 'id'), text: asText(part['response'] ?? part['result'] ?? '') })
    else if (part['type'] === 'text' || part['type'] === undefined) texts.push(asText(part['content'] ?? part['text'] ?? ''))
  }
}

function takeCall(raw: unknown, message: Message): void {
  if (!isObject(raw)) return
  const call = isObject(raw['function']) ? raw['function'] : raw
  const name = textIn(call, 'name')
  if (name !== null) message.calls.push({ id: textIn(raw, 'id'), name, args: valueOf({ attributes: call }, 'arguments') ?? {} })
}

const textIn = (value: Record<string, unknown>, key: string): string | null => {
  const text = value[key]
  return typeof text === 'string' && text !== '' ? text : null
}

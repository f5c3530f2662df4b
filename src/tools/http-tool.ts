/** A tool that is an HTTP callback. */
import { EmendError } from '../errors.js'
import { whatWentWrong } from '../outbound/what-went-wrong.js'
import type { Tool, ToolContext } from './contract.js'
import { NoAnswer, untilAnswered } from './no-answer.js'
import { plainValue } from './plain-value.js'
import type { Outbound, RegisteredTool } from './registered-tool.js'

/** Statuses that say nothing about the call: what stands in front of the tool answers, or it asks to come again. */
const unanswered = new Set([408, 425, 429, 502, 503, 504])

/**
 * Make the tool. Each call is a POST of `{"tool", "call": "run", "arguments"}` with the header `Idempotency-Key`, the same for every attempt of one
 * intent. A 2xx with JSON or text is the result, any other answer an error of the tool. `call` is `reset` or `compensate` where its effect has that; a
 * compensation comes with the `result` of the call that it undoes.
 */
export function httpTool(registered: RegisteredTool, outbound: Outbound): Tool {
  const { name, description, effect, parameters, timeoutMs } = registered
  const call = async (what: 'run' | 'reset' | 'compensate', rest: object, { idempotencyKey, signal }: ToolContext): Promise<unknown> => {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const headers = {
      'content-type': 'application/json', accept: 'application/json', 'user-agent': 'emend', 'idempotency-key': encodeURI(idempotencyKey),
      ...(registered.secret === null ? {} : { authorization: `Bearer ${outbound.secret(registered.secret)}` }),
    }
    const body = JSON.stringify({ tool: name, call: what, ...rest })
    return untilAnswered(effect !== 'irreversible' && effect !== 'compensating', inTime, () =>
      post(outbound.fetch, registered.url ?? '', { method: 'POST', headers, body, signal: inTime }))
  }
  return {
    name, effect, timeoutMs: timeoutMs + 1_000, ...(description === null ? {} : { description }), ...(parameters === null ? {} : { parameters }),
    run: async (args, context) => plainValue(await call('run', { arguments: args }, context)),
    ...(effect === 'resettable' ? { reset: async (args: unknown, context: ToolContext) => { await call('reset', { arguments: args }, context) } } : {}),
    ...(effect === 'compensating' ? {
      compensate: async (args: unknown, result: unknown, context: ToolContext) => { await call('compensate', { arguments: args, result }, context) },
    } : {}),
  }
}

async function post(fetch: typeof globalThis.fetch, url: string, init: RequestInit): Promise<unknown> {
  let answer: { status: number; isJson: boolean; text: string }
  try {
    const response = await fetch(url, init)
    answer = { status: response.status, isJson: /[/+]json\b/.test(response.headers.get('content-type') ?? ''), text: await response.text() }
  } catch (error) {
    if (error instanceof EmendError && error.code !== 'too_large') throw error
    if (error instanceof EmendError) throw new Error(error.message, { cause: error })
    throw new NoAnswer(`the callback did not answer: ${whatWentWrong(error)}`, { cause: error })
  }
  if (unanswered.has(answer.status)) throw new NoAnswer(`the callback did not answer: status ${answer.status}`)
  const value = answer.isJson && answer.text !== '' ? readJson(answer.text) : answer.text
  if (answer.status < 200 || answer.status > 299) throw new Error(`the tool says ${answer.status}: ${excerpt(value)}`)
  return value
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new Error('the answer is not the JSON that it claims to be', { cause: error })
  }
}

/** What an error says, where it says it; recorded as what was observed. */
function excerpt(value: unknown): string {
  const said = typeof value === 'object' && value !== null && 'error' in value ? value.error : value
  return (typeof said === 'string' ? said : JSON.stringify(said)).replaceAll('\0', '').toWellFormed().slice(0, 500)
}

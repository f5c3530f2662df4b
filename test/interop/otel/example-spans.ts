/** The spans of the example, and spans made of a few words. */
import { readFileSync } from 'node:fs'

/** A span as OTLP carries it. */
export type OtlpSpan = Record<string, unknown> & { traceId: string; spanId: string }

interface Request { resourceSpans: { resource?: unknown; scopeSpans: { spans: OtlpSpan[] }[] }[] }

/** The request that the example sends; a fresh copy. */
export const exampleRequest = (): Request => JSON.parse(readFileSync('src/interop/otel/examples/spans.json', 'utf8')) as Request

/** Its spans. */
export const exampleSpans = (): OtlpSpan[] => exampleRequest().resourceSpans[0]!.scopeSpans[0]!.spans

/** A request of these spans. */
export const requestOf = (...spans: unknown[]) => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] })

const valueOf = (value: unknown): unknown => (typeof value === 'string' ? { stringValue: value } : { stringValue: JSON.stringify(value) })

/**
 * A span: attributes by their name after `gen_ai.`, or by their whole name where it has another root.
 *
 * @param trace one hex digit, which is repeated
 * @param at when it starts and ends, in milliseconds
 */
export function spanOf(trace: string, span: number, [start, end]: [number, number], attributes: Record<string, unknown>, parent?: number): OtlpSpan {
  const id = (number: number) => number.toString(16).padStart(16, '0')
  return {
    traceId: trace.repeat(32), spanId: id(span), ...(parent === undefined ? {} : { parentSpanId: id(parent) }), name: 'x',
    startTimeUnixNano: String(BigInt(start) * 1_000_000n), endTimeUnixNano: String(BigInt(end) * 1_000_000n),
    attributes: Object.entries(attributes).map(([key, value]) => ({ key: /^(emend|user|error|session|llm|gen_ai)\./.test(key) ? key : `gen_ai.${key}`, value: valueOf(value) })),
  }
}

/** A message of the conventions. */
export const says = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] })

/** A message that asks for a tool. */
export const asks = (id: string, name: string, args: unknown) => ({ role: 'assistant', parts: [{ type: 'tool_call', id, name, arguments: args }] })

/** A message that answers a call. */
export const answers = (id: string, response: unknown) => ({ role: 'tool', parts: [{ type: 'tool_call_response', id, response }] })

/** A span as the conversion reads it, whatever it came in. */

/** One finished operation of an agent, with plain values. */
export interface Span {
  /** 32 hex digits, lower case. */
  trace: string
  /** 16 hex digits, lower case. */
  id: string
  parent: string | null
  /** `gen_ai.operation.name`; null where it is no operation of an agent. */
  operation: string | null
  /** Nanoseconds since 1970. */
  start: bigint
  end: bigint
  attributes: Readonly<Record<string, unknown>>
  events: readonly { name: string; attributes: Readonly<Record<string, unknown>> }[]
  isError: boolean
  /** Made of log records, which may come in several requests, and beside the span itself. */
  isPartial: boolean
}

/** A span, or a log record, that nothing was recorded of, although it was meant for emend. */
export interface Refused {
  /** Null where it cannot be read. */
  trace: string | null
  span: string
  why: string
}

/** An attribute that is a text and not empty. */
export function textOf(span: Span, key: string): string | null {
  const value = span.attributes[key]
  return typeof value === 'string' && value !== '' ? value : null
}

/** Levels of JSON within a text; one of more is a text like any other. */
const maxDepth = 72

/** An attribute that may be structured, or its JSON where the exporter knows texts only. */
export function valueOf(span: Pick<Span, 'attributes'>, key: string): unknown {
  const value = span.attributes[key]
  if (typeof value !== 'string') return value
  try {
    const parsed = JSON.parse(value) as unknown
    return isShallow(parsed) ? parsed : value
  } catch {
    return value
  }
}

/** Whether what walks through a value level by level gets to its end. */
function isShallow(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return false
    level = level.flatMap((at) => (typeof at === 'object' && at !== null ? Object.values(at) as unknown[] : []))
  }
  return true
}

/** A value as text: a text as it is, anything else as JSON. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value) ?? '')

/** An object of JSON. */
export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

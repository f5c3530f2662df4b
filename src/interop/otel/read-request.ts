/** Read an ExportTraceServiceRequest: OTLP over HTTP, as JSON. */
import { z } from 'zod'
import { plainAttributes, resourceAttributes } from './any-value.js'
import { hex, nanoseconds } from './otlp-fields.js'
import type { Refused, Span } from './span.js'

/** The contract of a request. Unknown keys are left alone, as OTLP asks. */
export const exportRequest = z.looseObject({
  resourceSpans: z.array(z.looseObject({
    resource: z.looseObject({ attributes: z.array(z.record(z.string(), z.unknown())).optional() }).nullish(),
    scopeSpans: z.array(z.looseObject({ spans: z.array(z.record(z.string(), z.unknown()).describe('One that cannot be read is refused alone.')).optional() })).optional(),
  })),
}).meta({ id: 'ExportTraceServiceRequest', description: 'Spans as OTLP/HTTP carries them in JSON; ids of traces and spans are hex.' })
/** A request. */
export type ExportRequest = z.infer<typeof exportRequest>

const otlpSpan = z.looseObject({
  traceId: hex(32),
  spanId: hex(16),
  parentSpanId: z.union([z.literal('').transform(() => null), hex(16)]).nullish().transform((id) => id ?? null),
  startTimeUnixNano: nanoseconds.default(0n),
  endTimeUnixNano: nanoseconds,
  attributes: z.unknown().optional(),
  events: z.array(z.looseObject({ name: z.string().default(''), attributes: z.unknown().optional() })).nullish(),
  status: z.looseObject({ code: z.union([z.number(), z.string()]).optional() }).nullish(),
})

/**
 * The spans of a request, in its order. Attributes of the resource count where the span has none of the name.
 *
 * @returns the spans that can be read, and why others cannot
 */
export function readRequest(request: ExportRequest): { spans: Span[]; refused: Refused[] } {
  const spans: Span[] = []
  const refused: Refused[] = []
  for (const { resource, scopeSpans } of request.resourceSpans) {
    const ofResource = resourceAttributes(resource?.attributes)
    for (const raw of (scopeSpans ?? []).flatMap((scope) => scope.spans ?? [])) {
      const read = otlpSpan.safeParse(raw)
      if (read.success) spans.push(plainSpan(read.data, ofResource))
      else refused.push({ trace: null, span: idOf(raw), why: `${read.error.issues[0]?.path.join('.') ?? ''}: ${read.error.issues[0]?.message ?? 'not as agreed'}` })
    }
  }
  return { spans, refused }
}

function plainSpan(span: z.output<typeof otlpSpan>, ofResource: Record<string, unknown>): Span {
  const attributes = { ...ofResource, ...plainAttributes(span.attributes) }
  const operation = attributes['gen_ai.operation.name'] ?? (attributes['llm.request.type'] === undefined ? undefined : 'chat')
  return {
    trace: span.traceId, id: span.spanId, parent: span.parentSpanId, attributes,
    operation: typeof operation === 'string' && operation !== '' ? operation : null,
    start: span.startTimeUnixNano, end: span.endTimeUnixNano,
    events: (span.events ?? []).map((event) => ({ name: event.name, attributes: plainAttributes(event.attributes) })),
    isError: span.status?.code === 2 || span.status?.code === 'STATUS_CODE_ERROR', isPartial: false,
  }
}

const idOf = (raw: Record<string, unknown>): string => (typeof raw['spanId'] === 'string' ? raw['spanId'].slice(0, 32) : 'a span')

/** Read an ExportLogsServiceRequest: log records of OTLP over HTTP, as JSON. */
import { z } from 'zod'
import { plainAttributes, plainValue, resourceAttributes } from './any-value.js'
import { hex, nanoseconds } from './otlp-fields.js'
import { isObject, type Refused, type Span } from './span.js'

/** The contract of a request. Unknown keys are left alone, as OTLP asks. */
export const exportLogsRequest = z.looseObject({
  resourceLogs: z.array(z.looseObject({
    resource: z.looseObject({ attributes: z.array(z.record(z.string(), z.unknown())).optional() }).nullish(),
    scopeLogs: z.array(z.looseObject({ logRecords: z.array(z.record(z.string(), z.unknown()).describe('One that cannot be read is refused alone.')).optional() })).optional(),
  })),
}).meta({ id: 'ExportLogsServiceRequest', description: 'Log records as OTLP/HTTP carries them in JSON; ids of traces and spans are hex.' })
/** A request. */
export type ExportLogsRequest = z.infer<typeof exportLogsRequest>

const noneIfEmpty = <T extends z.ZodType>(id: T) => z.preprocess((value) => (value === '' ? null : value), id.nullish())

const otlpRecord = z.looseObject({
  traceId: noneIfEmpty(hex(32)),
  spanId: noneIfEmpty(hex(16)),
  timeUnixNano: nanoseconds.optional(),
  observedTimeUnixNano: nanoseconds.optional(),
  eventName: z.string().nullish(),
  body: z.unknown().optional(),
  attributes: z.unknown().optional(),
})

/** Events that carry messages: of a whole operation, or one a message, as instrumentations wrote them before. */
const told = /^gen_ai\.(client\.inference\.operation\.details|(system|user|assistant|tool)\.message|choice)$/

/**
 * What the events of a request tell of the spans that they were written in: each span with what is known of it. An event has its name in
 * `eventName`, or as attribute `event.name`; what it says is in its attributes, its body, or both. Other log records are left alone.
 *
 * @returns spans in the order of their first event, how many records there were, and why some cannot be read
 */
export function readLogs(request: ExportLogsRequest): { spans: Span[]; records: number; refused: Refused[] } {
  const spans = new Map<string, TakenSpan>()
  const refused: Refused[] = []
  let records = 0
  for (const { resource, scopeLogs } of request.resourceLogs) {
    const ofResource = resourceAttributes(resource?.attributes)
    for (const raw of (scopeLogs ?? []).flatMap((scope) => scope.logRecords ?? [])) {
      records += 1
      const read = otlpRecord.safeParse(raw)
      const attributes = plainAttributes(raw['attributes'])
      const name = typeof raw['eventName'] === 'string' && raw['eventName'] !== '' ? raw['eventName'] : attributes['event.name']
      if (typeof name !== 'string' || !told.test(name)) continue
      if (!read.success) {
        refused.push({ trace: null, span: idOf(raw), why: `${read.error.issues[0]?.path.join('.') ?? ''}: ${read.error.issues[0]?.message ?? 'not as agreed'}` })
        continue
      }
      const { traceId, spanId, timeUnixNano, observedTimeUnixNano = 0n } = read.data
      if (!traceId || !spanId) {
        refused.push({ trace: traceId || null, span: idOf(raw), why: `${name} names no span: have the instrumentation write it within one` })
        continue
      }
      const body = plainValue(read.data.body)
      const event = { name, attributes: { ...attributes, ...(isObject(body) ? body : {}) } }
      const at = timeUnixNano === undefined || timeUnixNano === 0n ? observedTimeUnixNano : timeUnixNano
      const key = `${traceId} ${spanId}`
      const span = spans.get(key) ?? bare(traceId, spanId, ofResource, at)
      spans.set(key, span)
      take(span, event, attributes, at)
    }
  }
  return { spans: [...spans.values()], records, refused }
}

/** A span that events are added to: a request may hold thousands of one span. */
type TakenSpan = Span & { attributes: Record<string, unknown>; events: Span['events'][number][] }

const bare = (trace: string, id: string, attributes: Span['attributes'], at: bigint): TakenSpan =>
  ({ trace, id, parent: null, operation: 'chat', start: at, end: at, attributes: { ...attributes }, events: [], isError: false, isPartial: true })

function take(span: TakenSpan, event: Span['events'][number], attributes: Span['attributes'], at: bigint): void {
  const operation = attributes['gen_ai.operation.name']
  if (typeof operation === 'string' && operation !== '') span.operation = operation
  if (at < span.start) span.start = at
  if (at > span.end) span.end = at
  Object.assign(span.attributes, attributes)
  span.events.push(event)
}

const idOf = (raw: Record<string, unknown>): string => (typeof raw['spanId'] === 'string' && raw['spanId'] !== '' ? raw['spanId'].slice(0, 32) : 'a log record')

/** Where exporters of OpenTelemetry send the spans and events of agents. */
import { z } from 'zod'
import { ingestLogs } from '../../interop/otel/ingest-logs.js'
import { ingestTraces } from '../../interop/otel/ingest-traces.js'
import { exportLogsRequest } from '../../interop/otel/read-logs.js'
import { exportRequest } from '../../interop/otel/read-request.js'
import type { Refused } from '../../interop/otel/span.js'
import type { KeyRole } from '../../index.js'
import { route } from '../route.js'

const roles: KeyRole[] = ['agent', 'admin']
const tag = 'recording'

/** Refusals that are told one by one. */
const told = 5

const rejected = z.string().describe('How many nothing was recorded of; 64-bit numbers are text in OTLP.')
/** As OTLP wants it answered: without partialSuccess all is well; with it, the rest is not to be sent again. */
const exportResponse = z.strictObject({ partialSuccess: z.strictObject({ rejectedSpans: rejected, errorMessage: z.string() }).optional() })
const exportLogsResponse = z.strictObject({ partialSuccess: z.strictObject({ rejectedLogRecords: rejected, errorMessage: z.string() }).optional() })

/** OTLP. */
export const traceRoutes = [
  route({
    method: 'POST', url: '/v1/traces', id: 'exportTraces', tag, roles, forOneUser: true,
    summary: 'OTLP/HTTP in JSON: spans of the GenAI conventions become sessions, steps and memories. The same request again records nothing twice.',
    body: exportRequest, output: exportResponse,
    async run({ emend, principal, body }) {
      const { refused } = await ingestTraces(emend, body, { principal })
      return refused.length === 0 ? {} : { partialSuccess: { rejectedSpans: countOf(refused), errorMessage: reasonsOf(refused) } }
    },
  }),
  route({
    method: 'POST', url: '/v1/logs', id: 'exportLogs', tag, roles, forOneUser: true,
    summary: 'OTLP/HTTP in JSON: events of the GenAI conventions tell what was said within their spans, which may come before or after them. Other log records are left alone.',
    body: exportLogsRequest, output: exportLogsResponse,
    async run({ emend, principal, body }) {
      const { refused } = await ingestLogs(emend, body, { principal })
      return refused.length === 0 ? {} : { partialSuccess: { rejectedLogRecords: countOf(refused), errorMessage: reasonsOf(refused) } }
    },
  }),
]

/** Spans, each counted once, and what names none. */
const countOf = (refused: readonly Refused[]): string => String(new Set(refused.map(({ trace, span }, index) => (trace === null ? index : `${trace} ${span}`))).size)

function reasonsOf(refused: readonly Refused[]): string {
  const reasons = refused.slice(0, told).map(({ span, why }) => `${span}: ${why.slice(0, 300)}`)
  return [...reasons, ...(refused.length > told ? [`and ${refused.length - told} more`] : [])].join('; ')
}

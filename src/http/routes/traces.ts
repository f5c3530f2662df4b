/** Where exporters of OpenTelemetry send the spans of agents. */
import { z } from 'zod'
import { ingestTraces } from '../../interop/otel/ingest-traces.js'
import { exportRequest } from '../../interop/otel/read-request.js'
import { route } from '../route.js'

/** Refusals that are told one by one. */
const told = 5

/** As OTLP wants it answered: without partialSuccess all is well; with it, the rest is not to be sent again. */
const exportResponse = z.strictObject({
  partialSuccess: z.strictObject({
    rejectedSpans: z.string().describe('How many nothing was recorded of; 64-bit numbers are text in OTLP.'), errorMessage: z.string(),
  }).optional(),
})

/** OTLP. */
export const traceRoutes = [
  route({
    method: 'POST', url: '/v1/traces', id: 'exportTraces', tag: 'recording', roles: ['agent', 'admin'], forOneUser: true,
    summary: 'OTLP/HTTP in JSON: spans of the GenAI conventions become sessions, steps and memories. The same request again records nothing twice.',
    body: exportRequest, output: exportResponse,
    async run({ emend, principal, body }) {
      const { refused } = await ingestTraces(emend, body, { principal })
      if (refused.length === 0) return {}
      const reasons = refused.slice(0, told).map(({ span, why }) => `${span}: ${why.slice(0, 300)}`)
      return {
        partialSuccess: {
          rejectedSpans: String(new Set(refused.map(({ trace, span }, index) => (trace === null ? index : `${trace} ${span}`))).size),
          errorMessage: [...reasons, ...(refused.length > told ? [`and ${refused.length - told} more`] : [])].join('; '),
        },
      }
    },
  }),
]

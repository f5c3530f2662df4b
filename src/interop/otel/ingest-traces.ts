/** Record spans of OpenTelemetry's conventions for generative AI. */
import { EmendError } from '../../errors.js'
import type { EmendTenant } from '../../index.js'
import { ingestSpans, type Ingested, type IngestOptions } from './ingest-spans.js'
import { exportRequest, readRequest, type ExportRequest } from './read-request.js'

/** What became of a request. */
export interface IngestReport extends Ingested {
  /** Spans that could be read, those of other things than agents included. */
  spans: number
}

/** Spans of one request; a larger one is to be split by the exporter. */
const maxSpans = 5_000

/**
 * Record the spans of a request: conversations become sessions, each trace a turn or more of one, its operations steps. A request may
 * come again, and the spans of a trace in several. Spans of a conversation are to come in the order of their ends, as exporters send them.
 *
 * @param request an ExportTraceServiceRequest, as JSON; ids in hex
 * @returns one refusal a span; of a trace that cannot be recorded all its spans are refused, the other traces are recorded
 * @throws EmendError `bad_request` for what is no such request, `too_large` for more than 5,000 spans, and what may pass, like
 *   `database_unreachable`: then the same is to be sent again
 */
export async function ingestTraces(emend: EmendTenant, request: unknown, options: IngestOptions = {}): Promise<IngestReport> {
  const { spans, refused } = readRequest(parse(request))
  if (spans.length > maxSpans) throw new EmendError('too_large', `a request brings at most ${maxSpans} spans, not ${spans.length}`)
  const made = await ingestSpans(emend, spans, options)
  return { spans: spans.length, written: made.written, refused: [...refused, ...made.refused] }
}

function parse(request: unknown): ExportRequest {
  const parsed = exportRequest.safeParse(request)
  if (parsed.success) return parsed.data
  throw new EmendError('bad_request', `this is no ExportTraceServiceRequest: ${parsed.error.issues[0]?.path.join('.') ?? ''} ${parsed.error.issues[0]?.message ?? ''}`)
}

/** Record the events that instrumentations of generative AI write as log records. */
import { EmendError } from '../../errors.js'
import type { EmendTenant } from '../../index.js'
import { ingestSpans, type Ingested, type IngestOptions } from './ingest-spans.js'
import { exportLogsRequest, readLogs, type ExportLogsRequest } from './read-logs.js'

/** What became of a request. */
export interface LogsReport extends Ingested {
  /** Log records that came, those of other things than agents included. */
  records: number
}

/** Log records of one request; a larger one is to be split by the exporter. */
const maxRecords = 10_000

/**
 * Record what events tell of the spans that they were written in: the messages that their attributes leave out. Spans and events may come in
 * any order, an event of each span once or twice: the steps have the ids of the spans, and what is recorded already stays as it is.
 *
 * @param request an ExportLogsServiceRequest, as JSON; ids in hex
 * @returns refusals by span
 * @throws EmendError `bad_request` for what is no such request, `too_large` for more than 10,000 records, and what may pass, like
 *   `database_unreachable`: then the same is to be sent again
 */
export async function ingestLogs(emend: EmendTenant, request: unknown, options: IngestOptions = {}): Promise<LogsReport> {
  const { spans, records, refused } = readLogs(parse(request))
  if (records > maxRecords) throw new EmendError('too_large', `a request brings at most ${maxRecords} log records, not ${records}`)
  const made = await ingestSpans(emend, spans, options)
  return { records, written: made.written, refused: [...refused, ...made.refused] }
}

function parse(request: unknown): ExportLogsRequest {
  const parsed = exportLogsRequest.safeParse(request)
  if (parsed.success) return parsed.data
  throw new EmendError('bad_request', `this is no ExportLogsServiceRequest: ${parsed.error.issues[0]?.path.join('.') ?? ''} ${parsed.error.issues[0]?.message ?? ''}`)
}

/** OpenTelemetry: what `POST /v1/traces` and `POST /v1/logs` do, without a server. */
export { ingestTraces, type IngestReport } from './ingest-traces.js'
export { ingestLogs, type LogsReport } from './ingest-logs.js'
export type { IngestOptions } from './ingest-spans.js'
export type { Refused } from './span.js'

/** Everything that can go wrong by name: one registry, one class. */

interface Entry {
  /** HTTP status that a server answers with. */
  status: number
  /** Whether the same call may succeed later without a change. */
  isRetryable: boolean
  /** Exit code of the command line: 1 unexpected, 2 usage, 3 not found, 4 precondition, 5 database, 6 unresolved nodes, 7 model or tool. */
  exit: 1 | 2 | 3 | 4 | 5 | 6 | 7
  /** What to do about it. */
  hint: string
}

const entry = (status: number, exit: Entry['exit'], hint: string, isRetryable = false): Entry => ({ status, exit, hint, isRetryable })

/** The registry. SQL functions raise the same codes in their DETAIL as `emend:<code>`. */
export const errorCodes = {
  unexpected: entry(500, 1, 'This is a defect of emend; report it with the message.'),
  usage: entry(400, 2, 'Look at --help for the arguments.'),
  bad_config: entry(500, 2, 'Correct the variable; .env.example lists all of them.'),
  bad_item: entry(400, 2, 'Correct the item that the message names; nothing of the call was recorded.'),
  bad_text: entry(400, 2, 'Remove NUL characters and lone surrogates from the text.'),
  too_large: entry(413, 2, 'Content is limited to 256 kB, JSON to a depth of 64, ids to 200 characters.'),
  bad_case: entry(400, 2, 'Correct the case file at the place that the message names.'),
  bad_plan: entry(400, 2, 'Correct the plan: known ids, one disposition each, every diagnosed memory deleted.'),
  bad_import: entry(400, 2, 'Correct the file, or choose another --format.'),
  bad_backup: entry(400, 2, 'Take what emend backup has written, whole and unchanged; nothing of it was restored.'),
  not_empty: entry(409, 4, 'Restore into a tenant that has nothing yet: choose another --tenant, or show a key of another.'),
  bad_request: entry(400, 2, 'Look at the OpenAPI document for what this route takes.'),
  bad_media_type: entry(415, 2, 'Send JSON in UTF-8, with the header content-type: application/json; a backup as application/x-ndjson.'),
  shutting_down: entry(503, 4, 'The server is being stopped: ask another one, or again in a moment.', true),
  address_in_use: entry(500, 4, 'Choose another --host or --port, or stop the program that listens there.'),
  idempotency_mismatch: entry(422, 4, 'Give every request an idempotency key of its own.'),
  request_running: entry(409, 4, 'Ask again with the same idempotency key.', true),
  outcome_unknown: entry(409, 4, 'Look whether it was done, then ask with a new idempotency key.'),
  duplicate_id: entry(409, 4, 'Give every item its own id.'),
  unknown_id: entry(404, 6, 'Record what is cited first, or correct the id; ids of another tenant are unknown.'),
  unknown_tenant: entry(404, 3, 'Correct the name: emend tenant list shows all that there are, emend tenant create makes one.'),
  not_found: entry(404, 3, 'Check the id or the path, and the tenant.'),
  backwards_edge: entry(409, 4, 'What is cited must be older than what cites it, or the edge be marked late.'),
  not_offered: entry(409, 4, 'Cite only what was recorded and offered.'),
  withdrawn_evidence: entry(409, 4, 'A repair has withdrawn what is cited: read again, then record what follows from it.', true),
  tombstoned: entry(409, 4, 'A repair has deleted this content as faulty; only a new statement of the user brings it back.'),
  not_a_memory: entry(400, 2, 'Faults, updates and deletes name memories.'),
  erased: entry(409, 4, 'What was erased does not come back. Leave it out; what its user says from now on is recorded as ever.'),
  unauthorized: entry(401, 4, 'Show a key that is known, not revoked and not expired; emend key create makes one.'),
  forbidden: entry(403, 4, 'The key or login may not do this: use one of the role, tenant and user that may.'),
  rate_limited: entry(429, 4, 'Wait as long as Retry-After says, then send the same again.', true),
  no_tenant: entry(400, 4, "Choose one first: select emend.use_tenant('name')."),
  needs_migration: entry(503, 4, 'Run: emend migrate'),
  schema_newer: entry(503, 4, 'This program is older than the database: install the newer version.'),
  migration_changed: entry(500, 4, 'A landed migration was edited; restore the file and write a new one.'),
  missing_extension: entry(500, 4, 'Let an administrator run what emend setup sql prints, or in this database: create extension pg_trgm'),
  missing_role: entry(500, 4, 'Let an administrator create the roles that the message names: emend setup sql prints how.'),
  database_unreachable: entry(503, 5, 'Check DATABASE_URL and whether the server runs; emend doctor says what it meets.', true),
  database_too_old: entry(500, 4, 'Connect to PostgreSQL 15 or newer.'),
  embedded_failed: entry(500, 5, 'Look at .emend/postgres.log, or set DATABASE_URL to a server of yours.'),
  lost_lease: entry(409, 4, 'Another worker has taken this repair over; nothing was written.', true),
  repair_conflict: entry(409, 4, 'A later repair touched the same rows: take that one back first, with emend undo.'),
  repair_state: entry(409, 4, 'See with emend repair list what state repairs are in and what they wait for; what waits for a person goes on with emend approve or emend skip.'),
  plan_changed: entry(409, 4, 'Look at what the repair waits with now, and decide about that.'),
  not_held: entry(409, 4, 'Only a held fault is released; look at: emend fault list'),
  blast_radius: entry(409, 4, 'The plan is larger than the limit: a person approves it with emend approve.'),
  call_limit: entry(409, 4, 'Raise EMEND_MAX_MODEL_CALLS, then report the faults again.'),
  affected_too_large: entry(409, 4, 'Raise EMEND_MAX_AFFECTED, or check whether the faulty memory is what everything rests on.'),
  model_failed: entry(502, 7, 'Look at the recorded call; check the endpoint, key and model.', true),
  model_reply: entry(502, 7, 'The model answered twice with something that is not the agreed JSON.'),
  no_embeddings: entry(409, 2, 'Set EMEND_EMBEDDING_MODEL, or search by text.'),
  no_recorded_call: entry(502, 7, 'Record the run first with EMEND_MODEL_MODE=record.'),
  tool_missing: entry(502, 7, 'Register the tool that the message names: emend tool add, or where the worker is opened.'),
  tool_failed: entry(502, 7, 'Look at the recorded tool call.', true),
  address_refused: entry(403, 4, 'Name a public address of https, or let the owner of the program allow the host: EMEND_OUTBOUND_HOSTS.'),
  secret_missing: entry(502, 4, 'Set the variable that the message names where workers run, or put a file of that name into EMEND_SECRET_DIR.'),
  expectation: entry(500, 1, 'The case did not come out as it expects; the message says where.'),
} as const satisfies Record<string, Entry>

/** A code of the registry. */
export type ErrorCode = keyof typeof errorCodes

/**
 * The one error that emend throws on purpose.
 *
 * @example
 * try { await emend.memories.get('nobody') } catch (error) {
 *   if (error instanceof EmendError && error.code === 'not_found') console.log(error.hint)
 * }
 */
export class EmendError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly isRetryable: boolean
  readonly exitCode: number
  readonly hint: string
  /** Where it happened, for machines: ids, paths, the repair that withdrew something. */
  readonly where: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, message: string, where: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EmendError'
    const registered = errorCodes[code]
    this.code = code
    this.status = registered.status
    this.isRetryable = registered.isRetryable
    this.exitCode = registered.exit
    this.hint = registered.hint
    this.where = where
  }

  toJSON(): Record<string, unknown> {
    return { code: this.code, message: this.message, hint: this.hint, retryable: this.isRetryable, ...this.where }
  }
}

/** What pg says, without a code, when the server went away under a query, or has no TLS. */
const lostConnection = /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|The server does not support SSL)/

/**
 * Turn what Postgres raised into a coded error. SQL functions raise with DETAIL `emend:<code>` or
 * `emend:<code> {json}`; everything else keeps its message under `unexpected` or `database_unreachable`.
 */
export function fromDatabase(error: unknown): unknown {
  if (error instanceof EmendError || !(error instanceof Error)) return error
  const { code, detail } = error as Error & { code?: string; detail?: string }
  const raised = /^emend:(\w+)(?: (\{.*\}))?$/s.exec(detail ?? '')
  if (raised?.[1] && raised[1] in errorCodes) {
    const where = raised[2] ? (JSON.parse(raised[2]) as Record<string, unknown>) : {}
    return new EmendError(raised[1] as ErrorCode, error.message, where, { cause: error })
  }
  if (code === '22P05' || code === '22021' || (code === '22P02' && /surrogate/i.test(detail ?? ''))) {
    return new EmendError('bad_text', `Postgres cannot store this text: ${detail ?? error.message}`, {}, { cause: error })
  }
  const problem = refusedValue(error)
  if (problem) return new EmendError(problem, error.message, {}, { cause: error })
  if ((code && /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|57P0[123]|08|28|3D|ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)) || (!code && lostConnection.test(error.message))) {
    return new EmendError('database_unreachable', `the database cannot be reached: ${error.message || code}`, {}, { cause: error })
  }
  return error
}

/** A value that a verb handed on and that no column or parameter takes. Constraints are named as sentences. */
function refusedValue(error: Error & { code?: string; constraint?: string }): 'bad_item' | 'too_large' | undefined {
  const { code, constraint } = error
  if (code === '22P02' || code === '22003') return 'bad_item'
  if (code?.startsWith('54')) return 'too_large'
  if (code === '23514' && constraint) return /_at_most_|_short$/.test(constraint) ? 'too_large' : 'bad_item'
  return undefined
}

/** Is everything in place? What `emend doctor` asks. */
import { sql } from 'kysely'
import type { Config } from '../config.js'
import { checkSchema, staleObjects } from '../db/check-schema.js'
import { openDatabase, type Db } from '../db/pool.js'
import { resolveDatabaseUrl } from '../db/resolve-database-url.js'
import { EmendError } from '../errors.js'

/** One thing that was looked at. */
export interface Check {
  what: string
  isOk: boolean
  detail: string
  /** What to do; null where nothing is to be done. */
  hint: string | null
}

/** The oldest Node that emend runs on. */
const minimumNode = [20, 19] as const

/**
 * Look at Node, the server, the schema, the rights of the connection and the model's endpoint. Starts the embedded server
 * where no other is named, and changes nothing.
 *
 * @returns checks in order; those after a failed connection are left out
 */
export async function diagnose(config: Config): Promise<Check[]> {
  const checks = [checkNode(), await checkModel(config)]
  try {
    const server = await resolveDatabaseUrl(config)
    const database = openDatabase(server.url, 1)
    try {
      checks.push(...await checkDatabase(database.db, config.DATABASE_URL === undefined ? `embedded, in ${config.EMEND_HOME}` : 'DATABASE_URL',
        config.DATABASE_URL !== undefined && !config.EMEND_SERVE_AS_OWNER))
    } finally {
      await database.close()
      await server.stop()
    }
  } catch (error) {
    checks.push(failed('database', error))
  }
  return checks
}

const ok = (what: string, detail: string): Check => ({ what, isOk: true, detail, hint: null })

function failed(what: string, error: unknown): Check {
  const { message } = error as Error
  return { what, isOk: false, detail: message, hint: error instanceof EmendError ? error.hint : null }
}

function checkNode(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isOk = major > minimumNode[0] || (major === minimumNode[0] && minor >= minimumNode[1])
  return { what: 'node', isOk, detail: process.versions.node, hint: isOk ? null : `Install Node ${minimumNode.join('.')} or newer.` }
}

async function checkModel(config: Config): Promise<Check> {
  if (config.EMEND_MODEL_URL === undefined) return ok('model', `${config.EMEND_MODEL}, no endpoint is set`)
  try {
    const response = await fetch(`${config.EMEND_MODEL_URL.replace(/\/$/, '')}/models`, {
      signal: AbortSignal.timeout(5_000),
      ...(config.EMEND_MODEL_KEY === undefined ? {} : { headers: { authorization: `Bearer ${config.EMEND_MODEL_KEY}` } }),
    })
    if (response.ok) return ok('model', `${config.EMEND_MODEL} at ${config.EMEND_MODEL_URL}`)
    return { what: 'model', isOk: false, detail: `${config.EMEND_MODEL_URL} answers ${response.status}`, hint: 'Check EMEND_MODEL_URL and EMEND_MODEL_KEY.' }
  } catch (error) {
    return { ...failed('model', error), hint: 'Check EMEND_MODEL_URL.' }
  }
}

/** @param refusesOwner whether workers and servers refuse the owner of the tables here */
async function checkDatabase(db: Db, location: string, refusesOwner: boolean): Promise<Check[]> {
  const { rows } = await sql<{ version: string; number: number; is_superuser: boolean; bypasses: boolean; is_owner: boolean; has_trgm: boolean }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number, rolsuper as is_superuser,
           rolbypassrls as bypasses, exists (
             select from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where n.nspname = 'emend' and c.relname = 'tenant' and pg_has_role(c.relowner, 'member')) as is_owner,
           exists (select from pg_extension where extname = 'pg_trgm') as has_trgm
      from pg_roles where rolname = current_user`.execute(db)
  const [row] = rows
  if (!row) return [failed('database', new Error('the role of the connection is unknown'))]
  const isNew = row.number >= 150_000
  const isPlain = !row.is_superuser && !row.bypasses
  const isServedByOwner = row.is_owner && refusesOwner
  const checks: Check[] = [
    { what: 'database', isOk: isNew, detail: `PostgreSQL ${row.version} (${location})`, hint: isNew ? null : 'emend needs PostgreSQL 15 or newer.' },
    {
      what: 'role', isOk: isPlain, detail: isPlain ? `no superuser, row security applies${row.is_owner ? '; owns the tables' : ''}`
        : 'superuser or BYPASSRLS: row security would not apply',
      hint: !isPlain ? 'Connect as a role without these rights.' : isServedByOwner ? 'Workers and servers refuse the owner: connect them as a member of emend_service (emend setup sql).' : null,
    },
  ]
  try {
    checks.push(ok('schema', `at ${await checkSchema(db)}`))
  } catch (error) {
    return [...checks, failed('schema', error)]
  }
  const stale = await staleObjects(db).then((names) => names.length === 0 ? ok('objects', 'all loaded') : {
    what: 'objects', isOk: false, detail: `${names.length} of sql/ are not as this program ships them: ${names.slice(0, 3).join(', ')}`, hint: 'Run: emend migrate',
  }, (error: unknown) => failed('objects', error))
  checks.push(stale)
  checks.push(row.has_trgm ? ok('pg_trgm', 'installed') : failed('pg_trgm', new EmendError('missing_extension', 'not installed')))
  const work = await sql<{ open_faults: number; running: number; overlapping: number }>`select * from emend.unfinished_work()`.execute(db)
    .then(({ rows: [left] }) => ok('work', `${left?.open_faults ?? 0} open faults, ${left?.running ?? 0} running repairs, ${left?.overlapping ?? 0} behind another`),
      (error: unknown) => failed('work', error))
  return [...checks, work]
}

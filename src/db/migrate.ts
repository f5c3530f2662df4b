/** Bring a database to this program's schema: migrations once and in order, then sql/ objects, then the queue's own schema. */
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { EmendError, fromDatabase } from '../errors.js'
import { loadObjects } from './load-objects.js'
import { retryTransaction } from './retry-transaction.js'
import { digest, readMigrations, readSqlObjects, type SqlFile } from './sql-files.js'

/** What a migration run did: names of migrations, and of objects that were new or changed. */
export interface MigrateResult {
  applied: string[]
  loaded: string[]
}

/** Session advisory lock: one migrator at a time. */
const migratorLock = 712_350_001

/**
 * Migrate the database at `url`. Forward only; running it again changes nothing, and several at once wait for each other.
 *
 * @param files for tests: other migrations or objects than the package's
 * @throws EmendError `database_too_old`, `schema_newer`, `migration_changed`, `missing_extension`, `missing_role`, `database_unreachable`
 */
export async function migrate(url: string, files: { migrations?: SqlFile[]; objects?: SqlFile[] } = {}): Promise<MigrateResult> {
  const client = new pg.Client({ connectionString: url, application_name: 'emend migrate' })
  try {
    await client.connect()
    await checkServer(client)
    await client.query('select pg_advisory_lock($1)', [migratorLock])
    await keepBooks(client)
    const applied = await applyMigrations(client, files.migrations ?? readMigrations())
    const loaded = await loadObjects(client, files.objects ?? readSqlObjects())
    await runMigrations({ connectionString: url })
    await openQueue(client)
    return { applied, loaded }
  } catch (error) {
    throw explain(error)
  } finally {
    await client.end().catch(() => {})
  }
}

/** An administrator may have made the schema for a role that may make none, so look first. */
async function keepBooks(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_made: boolean }>(`select to_regnamespace('emend') is not null as is_made`)
  if (!rows[0]?.is_made) await client.query('create schema emend')
  const { rows: books } = await client.query<{ is_made: boolean }>(`select to_regclass('emend.sql_object') is not null as is_made`)
  if (books[0]?.is_made) return
  await client.query(`
    create table if not exists emend.schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  await client.query(`
    create table if not exists emend.sql_object (name text primary key, checksum text not null, loaded_at timestamptz not null default now())`)
  for (const [object, words] of comments) await client.query(`comment on ${object} is '${words}'`)
}

const comments = [
  ['table emend.schema_migration', 'Migrations that were applied, forward only.'],
  ['column emend.schema_migration.name', 'File name without its ending.'],
  ['column emend.schema_migration.checksum', 'sha256 of the file, which must never change again.'],
  ['column emend.schema_migration.applied_at', 'When it was applied.'],
  ['table emend.sql_object', 'Files of sql/ that are loaded.'],
  ['column emend.sql_object.name', 'File name without its ending, and name of the object.'],
  ['column emend.sql_object.checksum', 'sha256 of the file; all are loaded again when one differs.'],
  ['column emend.sql_object.loaded_at', 'When this version of it was loaded first.'],
] as const

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(`select current_setting('server_version_num')::int as version`)
  if ((rows[0]?.version ?? 0) < 150_000) throw new EmendError('database_too_old', `the server is PostgreSQL ${String(rows[0]?.version)}`)
}

async function applyMigrations(client: pg.Client, files: SqlFile[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from emend.schema_migration order by name')
  const known = new Map(files.map((file) => [file.name, file]))
  for (const row of rows) {
    const file = known.get(row.name)
    if (!file) throw new EmendError('schema_newer', `the database has migration ${row.name}, which this program does not know`)
    if (digest(file.text) !== row.checksum) throw new EmendError('migration_changed', `migration ${row.name} is not the one that was applied`)
  }
  const done = new Set(rows.map((row) => row.name))
  const applied: string[] = []
  for (const file of files.filter(({ name }) => !done.has(name))) {
    await retryTransaction(client, async () => {
      await client.query(file.text)
      await client.query('insert into emend.schema_migration (name, checksum) values ($1, $2)', [file.name, digest(file.text)])
    })
    applied.push(file.name)
  }
  return applied
}

/** The queue's tables belong to who migrates, and are opened to those who serve, as often as its own migrations may have made new ones. */
async function openQueue(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(
    `select coalesce(has_function_privilege(to_regprocedure('emend.open_queue()')::oid, 'execute'), false) as may`)
  if (rows[0]?.may) await client.query('select emend.open_queue()')
}

function explain(error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string }
  const isDenied = code === '42501'
  const isUnavailable = code === '0A000' || code === '58P01'
  if ((isDenied || isUnavailable) && message?.includes('pg_trgm')) return new EmendError('missing_extension', message, {}, { cause: error })
  if (isDenied && message?.includes('emend_')) return new EmendError('missing_role', message, {}, { cause: error })
  return fromDatabase(error)
}

/** Bring a database to this program's schema: migrations once and in order, then sql/ objects that changed, then the queue's own schema. */
import { createHash } from 'node:crypto'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { EmendError, fromDatabase } from '../errors.js'
import { readMigrations, readSqlObjects, type SqlFile } from './sql-files.js'

/** What a migration run did. */
export interface MigrateResult {
  applied: string[]
  loaded: string[]
}

/** Session advisory lock: one migrator at a time. */
const migratorLock = 712_350_001

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Migrate the database at `url`. Forward only; running it again changes nothing.
 *
 * @throws EmendError `database_too_old`, `schema_newer`, `migration_changed`, `missing_extension`, `missing_role`
 */
export async function migrate(url: string): Promise<MigrateResult> {
  const client = new pg.Client({ connectionString: url, application_name: 'emend migrate' })
  try {
    await client.connect()
    await client.query('select pg_advisory_lock($1)', [migratorLock])
    await checkServer(client)
    await client.query(bookkeeping)
    const applied = await applyMigrations(client, readMigrations())
    const loaded = await loadObjects(client, readSqlObjects())
    await runMigrations({ connectionString: url })
    return { applied, loaded }
  } catch (error) {
    throw explain(error)
  } finally {
    await client.end().catch(() => {})
  }
}

const bookkeeping = `
create schema if not exists emend;
create table if not exists emend.schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now());
create table if not exists emend.sql_object (name text primary key, checksum text not null, loaded_at timestamptz not null default now());`

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
    await inTransaction(client, async () => {
      await client.query(file.text)
      await client.query('insert into emend.schema_migration (name, checksum) values ($1, $2)', [file.name, digest(file.text)])
    })
    applied.push(file.name)
  }
  return applied
}

/** Objects are loaded all together when any changed: functions may call each other, and grants name them. */
async function loadObjects(client: pg.Client, files: SqlFile[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from emend.sql_object')
  const loaded = new Map(rows.map((row) => [row.name, row.checksum]))
  const changed = files.filter((file) => loaded.get(file.name) !== digest(file.text))
  if (changed.length === 0) return []
  await inTransaction(client, async () => {
    await client.query('set local check_function_bodies = off')
    for (const file of files) {
      await client.query(file.text)
      await client.query(
        `insert into emend.sql_object (name, checksum) values ($1, $2)
         on conflict (name) do update set checksum = excluded.checksum, loaded_at = now()`,
        [file.name, digest(file.text)],
      )
    }
  })
  return changed.map((file) => file.name)
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

function explain(error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string }
  if (code === '42501' && message?.includes('pg_trgm')) return new EmendError('missing_extension', message, {}, { cause: error })
  if (code === '42501' && message?.includes('emend_')) return new EmendError('missing_role', message, {}, { cause: error })
  return fromDatabase(error)
}

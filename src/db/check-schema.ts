/** Whether the database is the one that this program was written for. */
import { EmendError, fromDatabase } from '../errors.js'
import type { Db } from './pool.js'
import { digest, readMigrations, readSqlObjects, type SqlFile } from './sql-files.js'

/**
 * Refuse a database that this program does not fit. Called when the store is opened and when a worker starts.
 *
 * @returns the newest migration, which both know
 * @throws EmendError `needs_migration` when the database is older or empty, `schema_newer` when it is newer, `migration_changed` when one
 *   that was applied is not the one that this program ships, `database_unreachable`
 */
export async function checkSchema(db: Db, files: SqlFile[] = readMigrations()): Promise<string> {
  const known = files.map((file) => file.name)
  const applied = await db.selectFrom('schema_migration').select(['name', 'checksum']).orderBy('name').execute().catch((error: unknown) => {
    if (isAbsent(error)) return []
    throw fromDatabase(error)
  })
  const unknown = applied.find(({ name }) => !known.includes(name))
  if (unknown) throw new EmendError('schema_newer', `the database has migration ${unknown.name}, which this program does not know`)
  const missing = known.find((name) => !applied.some((row) => row.name === name))
  if (missing) throw new EmendError('needs_migration', `the database lacks migration ${missing}`)
  const changed = files.find(({ name, text }) => applied.find((row) => row.name === name)?.checksum !== digest(text))
  if (changed) throw new EmendError('migration_changed', `migration ${changed.name} is not the one that was applied`)
  return known.at(-1) ?? ''
}

/**
 * Functions and views of sql/ that the database does not have as this program ships them: `migrate` loads them.
 *
 * @returns names, sorted; empty when all are there
 */
export async function staleObjects(db: Db, files: SqlFile[] = readSqlObjects()): Promise<string[]> {
  const loaded = await db.selectFrom('sql_object').select(['name', 'checksum']).execute().catch((error: unknown) => { throw fromDatabase(error) })
  const checksums = new Map(loaded.map((row) => [row.name, row.checksum]))
  return files.filter(({ name, text }) => checksums.get(name) !== digest(text)).map(({ name }) => name).sort()
}

/** There is no schema or no table yet. */
function isAbsent(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === '42P01' || code === '3F000'
}

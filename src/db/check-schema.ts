/** Whether the database is the one that this program was written for. */
import { EmendError, fromDatabase } from '../errors.js'
import type { Db } from './pool.js'
import { readMigrations } from './sql-files.js'

/**
 * Refuse a database that this program does not fit. Called when the store is opened and when a worker starts.
 *
 * @returns the newest migration, which both know
 * @throws EmendError `needs_migration` when the database is older or empty, `schema_newer` when it is newer, `database_unreachable`
 */
export async function checkSchema(db: Db, known: string[] = readMigrations().map((file) => file.name)): Promise<string> {
  const applied = await db.selectFrom('schema_migration').select('name').orderBy('name').execute().catch((error: unknown) => {
    if (isAbsent(error)) return []
    throw fromDatabase(error)
  })
  const unknown = applied.find(({ name }) => !known.includes(name))
  if (unknown) throw new EmendError('schema_newer', `the database has migration ${unknown.name}, which this program does not know`)
  const missing = known.find((name) => !applied.some((row) => row.name === name))
  if (missing) throw new EmendError('needs_migration', `the database lacks migration ${missing}`)
  return known.at(-1) ?? ''
}

/** There is no schema or no table yet. */
function isAbsent(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === '42P01' || code === '3F000'
}

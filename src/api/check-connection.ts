/** Whether a connection is one to serve with. */
import type { Db } from '../db/pool.js'
import { sql } from 'kysely'
import { EmendError, fromDatabase } from '../errors.js'

/**
 * Refuse a connection that row security would not bind.
 *
 * @throws EmendError `bad_config` for a superuser or a role with BYPASSRLS; `database_unreachable`
 */
export async function checkConnection(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string; is_free: boolean }>`
    select rolname as name, rolsuper or rolbypassrls as is_free from pg_roles where rolname = session_user`.execute(db)
    .catch((error: unknown) => { throw fromDatabase(error) })
  if (rows[0]?.is_free) {
    throw new EmendError('bad_config', `role ${rows[0].name} is a superuser or bypasses row security: connect as a role that does not`, { role: rows[0].name })
  }
}

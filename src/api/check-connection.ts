/** Whether a connection is one to serve with. */
import type { Db } from '../db/pool.js'
import { sql } from 'kysely'
import { EmendError, fromDatabase } from '../errors.js'

/**
 * Refuse a connection that row security would not bind, or that could lift it.
 *
 * @param refusesOwner also refuse a login that owns the tables or may become their owner
 * @throws EmendError `bad_config` for a superuser, a role with BYPASSRLS, and the owner; `database_unreachable`
 */
export async function checkConnection(db: Db, refusesOwner = false): Promise<void> {
  const { rows } = await sql<{ name: string; is_free: boolean; is_owner: boolean }>`
    select r.rolname as name, r.rolsuper or r.rolbypassrls as is_free, exists (
             select from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where n.nspname = 'emend' and c.relname = 'tenant' and pg_has_role(r.oid, c.relowner, 'member')) as is_owner
      from pg_roles r where r.rolname = session_user`.execute(db)
    .catch((error: unknown) => { throw fromDatabase(error) })
  const [login] = rows
  if (login?.is_free) {
    throw new EmendError('bad_config', `role ${login.name} is a superuser or bypasses row security: connect as a role that does not`, { role: login.name })
  }
  if (refusesOwner && login?.is_owner) {
    throw new EmendError('bad_config', `role ${login.name} owns the tables and could lift row security: serve as a member of emend_service, `
      + 'which emend setup sql prints, or set EMEND_SERVE_AS_OWNER=true for development', { role: login.name })
  }
}

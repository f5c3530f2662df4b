/** Connections: a pg pool with int8 read as number (ids stay below 2^53), and kysely over it. */
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { EmendError, fromDatabase } from '../errors.js'
import type { Schema } from './schema.js'
import { ScopedDialect } from './scoped-dialect.js'

/** A kysely handle on schema `emend`; a transaction of it fits as well. */
export type Db = Kysely<Schema>

/** An open database: `db` to query, `pool` for listeners and the queue. */
export interface Database {
  readonly db: Db
  readonly pool: pg.Pool
  close(): Promise<void>
}

const int8 = 20
const int8Array = 1016
const parseInt8Array = (text: string) => text.length > 2 ? text.slice(1, -1).split(',').map(Number) : []
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === int8 && format !== 'binary') return Number
    if (oid === int8Array && format !== 'binary') return parseInt8Array
    return pg.types.getTypeParser(oid, format)
  }) as typeof pg.types.getTypeParser,
}

const pools = new WeakMap<Db, pg.Pool>()

/**
 * The same database, whose transactions begin otherwise.
 *
 * @param db what openDatabase returned
 * @param begin statements without parameters, `begin` first: they take one round trip together
 */
export function beginningWith(db: Db, begin: string): Db {
  const pool = pools.get(db)
  if (!pool) throw new EmendError('unexpected', 'a transaction is begun on an open database, not within another transaction')
  return new Kysely<Schema>({ dialect: new ScopedDialect(pool, begin) }).withSchema('emend')
}

/**
 * Connect.
 *
 * @param url connection string
 * @param size most connections at once
 * @throws EmendError `database_unreachable` from the first query on
 */
export function openDatabase(url: string, size = 10): Database {
  const pool = new pg.Pool({ connectionString: url, max: size, types, application_name: 'emend' })
  pool.on('error', () => {}) // an idle connection that the server ended; the next query opens another
  pool.on('connect', (client) => { client.on('error', () => {}) }) // one in use: its query is refused and says so
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }).withSchema('emend')
  pools.set(db, pool)
  return {
    db,
    pool,
    async close() {
      await db.destroy().catch((error: unknown) => { throw fromDatabase(error) })
    },
  }
}

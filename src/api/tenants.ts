/** The verbs on tenants. */
import { sql, type Transaction } from 'kysely'
import type { Db } from '../db/pool.js'
import type { Schema } from '../db/schema.js'
import { fromDatabase } from '../errors.js'
import { checkText } from './context.js'
import type { PolicyName } from '../vocabulary.js'

/** A tenant: one customer of the store. */
export interface Tenant {
  name: string
  /** Arm of repairs that name none. */
  policy: PolicyName
  createdAt: Date
}

/** Verbs on tenants. They see all tenants of the database, whichever is open. */
export interface TenantsApi {
  /** Make a tenant; one of that name keeps what it is. */
  create(name: string, policy?: PolicyName): Promise<void>
  /** By name. */
  list(): Promise<Tenant[]>
}

/** Make the verbs. */
export function tenantsApi(db: Db): TenantsApi {
  return {
    async create(name, policy = 'facts') {
      await createTenant(db, name, policy)
    },
    list: () => asAdmin(db, async (trx) => (await sql<Tenant>`select name, policy, created_at as "createdAt" from emend.list_tenants()`.execute(trx)).rows),
  }
}

/**
 * Make a tenant, or find the one of that name.
 *
 * @param mustBeNew refuse a name that somebody has
 * @returns its internal key
 * @throws EmendError `duplicate_id`
 */
export function createTenant(db: Db, name: string, policy: PolicyName, mustBeNew = false): Promise<number> {
  return asAdmin(db, async (trx) => {
    checkText('tenants.create', name)
    const { rows } = await sql<{ id: number }>`select emend.create_tenant(${name}, ${policy}, ${mustBeNew}) as id`.execute(trx)
    return rows[0]!.id
  })
}

/**
 * The internal key of a tenant that exists.
 *
 * @throws EmendError `unknown_tenant`
 */
export function resolveTenant(db: Db, name: string): Promise<number> {
  return asAdmin(db, async (trx) => {
    const { rows } = await sql<{ id: number }>`select emend.resolve_tenant(${name}) as id`.execute(trx)
    return rows[0]!.id
  })
}

/** Run in a transaction of no tenant, as admin: to find out which tenant it is. */
export async function asAdmin<T>(db: Db, work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`set local role emend_admin`.execute(trx)
      return work(trx)
    })
  } catch (error) {
    throw fromDatabase(error)
  }
}

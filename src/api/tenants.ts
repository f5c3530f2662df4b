/** The verbs on tenants. */
import { sql } from 'kysely'
import type { Db } from '../db/pool.js'
import { EmendError, fromDatabase } from '../errors.js'
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
    async list() {
      const rows = await db.selectFrom('tenant').select(['name', 'policy', 'created_at']).orderBy('name').execute().catch(rethrow)
      return rows.map((row) => ({ name: row.name, policy: row.policy === 'paper' ? 'paper' : 'facts', createdAt: row.created_at }))
    },
  }
}

/**
 * Make a tenant, or find the one of that name.
 *
 * @param mustBeNew refuse a name that somebody has
 * @returns its internal key
 * @throws EmendError `duplicate_id`
 */
export async function createTenant(db: Db, name: string, policy: PolicyName, mustBeNew = false): Promise<number> {
  const { rows } = await db.transaction().execute(async (trx) => {
    await sql`set local role emend_admin`.execute(trx)
    if (mustBeNew && await trx.selectFrom('tenant').select('tenant_id').where('name', '=', name).executeTakeFirst()) {
      throw new EmendError('duplicate_id', `there is a tenant ${JSON.stringify(name)} already`, { tenant: name })
    }
    return sql<{ id: number }>`select emend.create_tenant(${name}, ${policy}) as id`.execute(trx)
  }).catch(rethrow)
  return rows[0]!.id
}

const rethrow = (error: unknown): never => {
  throw fromDatabase(error)
}

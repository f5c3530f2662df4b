/** One transaction of one tenant under one role, tried again where Postgres asks for it. */
import type { Transaction } from 'kysely'
import { fromDatabase } from '../errors.js'
import { beginningWith, type Db } from './pool.js'
import type { Schema } from './schema.js'

/** The database roles that code runs under; none owns anything or bypasses row security. */
export type Role = 'agent' | 'detector' | 'auditor' | 'worker' | 'admin'

/** A transaction on schema `emend`. */
export type Trx = Transaction<Schema>

/** Deadlocks and serialisation failures are tried again this often. */
const maxAttempts = 5

/**
 * Run `work` in one transaction that sees one tenant only.
 *
 * @param scope tenant and role; row security and grants apply as to any client of that role
 * @param work must be safe to run again from the start
 * @returns what `work` returned
 * @throws EmendError with the code that SQL raised
 */
export async function inTenant<T>(db: Db, scope: { tenantId: number; role: Role }, work: (trx: Trx) => Promise<T>): Promise<T> {
  const scoped = beginningWith(db, `begin; set local role emend_${scope.role}; set local emend.tenant_id = ${Math.trunc(scope.tenantId)}`)
  for (let attempt = 1; ; attempt++) {
    try {
      return await scoped.transaction().execute(work)
    } catch (error) {
      const code = (error as { code?: string }).code
      if (attempt < maxAttempts && (code === '40P01' || code === '40001')) continue
      throw fromDatabase(error)
    }
  }
}

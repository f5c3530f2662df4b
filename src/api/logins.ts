/** The verbs on logins: which logins of the database may work for a tenant by SQL. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../db/pool.js'
import { inTenant, type Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import { keyRoles, type KeyRole } from '../vocabulary.js'
import { checkOptions, checkText } from './context.js'
import { resolveTenant } from './tenants.js'

/** A login of the database that is bound to a tenant. */
export interface Login {
  /** As Postgres spells it. */
  name: string
  boundAt: Date
  /** Whether the server has it. */
  exists: boolean
  /** Whether it works for every tenant anyway: member of emend_service, as the owner of the tables is, or superuser. */
  isFree: boolean
  /** What it may do, by the roles that it is a member of. */
  roles: KeyRole[]
}

/** Verbs on logins. Making a login is the database administrator's. */
export interface LoginsApi {
  /**
   * Let a login work for a tenant. Again changes nothing; one login may work for several.
   *
   * @param name as Postgres spells it, at most 63 bytes; it need not exist yet
   * @throws EmendError `bad_item`, `bad_text`; `unknown_tenant`
   */
  add(tenant: string, name: string): Promise<Login>
  /** By name. @throws EmendError `unknown_tenant` */
  list(tenant: string): Promise<Login[]>
  /** Let a login work for a tenant no more, from its next statement on. @throws EmendError `not_found`, `unknown_tenant` */
  remove(tenant: string, name: string): Promise<void>
}

const nameSchema = z.string().refine((name) => name !== '' && Buffer.byteLength(name) <= 63, 'a name of Postgres has 1 to 63 bytes')

/** Make the verbs. */
export function loginsApi(db: Db): LoginsApi {
  const inTenantOf = async <T>(tenant: string, work: (trx: Trx, tenantId: number) => Promise<T>) => {
    const tenantId = await resolveTenant(db, checkText('logins', tenant))
    return inTenant(db, { tenantId, role: 'admin' }, (trx) => work(trx, tenantId))
  }
  return {
    add: (tenant, name) => inTenantOf(tenant, async (trx, tenantId) => {
      const login = checkOptions(nameSchema, 'logins.add', name)
      await trx.insertInto('login').values({ tenant_id: tenantId, login }).onConflict((conflict) => conflict.doNothing()).execute()
      return (await readLogins(trx, tenantId)).find((bound) => bound.name === login)!
    }),
    list: (tenant) => inTenantOf(tenant, readLogins),
    remove: (tenant, name) => inTenantOf(tenant, async (trx, tenantId) => {
      const login = checkOptions(nameSchema, 'logins.remove', name)
      const { numDeletedRows } = await trx.deleteFrom('login').where('tenant_id', '=', tenantId).where('login', '=', login).executeTakeFirst()
      if (numDeletedRows === 0n) throw new EmendError('not_found', `login "${login}" is not bound to tenant "${tenant}"`, { login })
    }),
  }
}

async function readLogins(trx: Trx, tenantId: number): Promise<Login[]> {
  const { rows } = await sql<Login>`select * from emend.logins_of(${tenantId}, ${sql.val([...keyRoles])})`.execute(trx)
  return rows
}

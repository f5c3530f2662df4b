/** The verbs on keys: what a program shows to act for a tenant. */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../db/pool.js'
import { inTenant, type Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import { keyRoles, type KeyRole } from '../vocabulary.js'
import { checkOptions, checkText } from './context.js'
import type { Principal } from './principal.js'
import { asAdmin, resolveTenant } from './tenants.js'

/** A key to be made. */
export interface NewKey {
  /** The tenant that it opens. */
  tenant: string
  role: KeyRole
  /** The only user that it may act for; left out = any user of the tenant. 1 to 200 characters. */
  userId?: string
  /** What it is for, for people. 1 to 200 characters. */
  name?: string
  /** From when on it opens nothing; left out = until it is revoked. In the future. */
  expiresAt?: Date
}

/** A key as it is kept: without its secret, which is nowhere. */
export interface Key {
  id: number
  role: KeyRole
  userId: string | null
  name: string | null
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  /** When it opened the tenant last, to the minute; null = never. */
  lastUsedAt: Date | null
}

/** Verbs on keys. */
export interface KeysApi {
  /**
   * Make a key.
   *
   * @returns its number, and the secret: `emend_`, the number, `_` and 43 characters of base64url. It is shown here and never again
   * @throws EmendError `bad_item`, `bad_text`; `unknown_tenant`
   */
  create(key: NewKey): Promise<{ id: number; secret: string }>
  /** Every key of a tenant, by number, those that open nothing any more included. @throws EmendError `unknown_tenant` */
  list(tenant: string): Promise<Key[]>
  /** Let a key open nothing from now on. Revoking again changes nothing. @throws EmendError `not_found`, `unknown_tenant` */
  revoke(tenant: string, id: number): Promise<void>
  /**
   * Who shows this secret. Notes when a key was used last, at most once a minute.
   *
   * @throws EmendError `unauthorized` for what is no secret, and for a key that is unknown, revoked or expired; it never quotes the secret
   */
  identify(secret: string): Promise<Principal>
}

const newKeySchema = z.strictObject({
  tenant: z.string(), role: z.enum(keyRoles), userId: z.string().min(1).max(200).optional(), name: z.string().min(1).max(200).optional(),
  expiresAt: z.date().refine((at) => at.getTime() > Date.now(), 'lies in the past').optional(),
})
const secretPattern = /^emend_([1-9]\d{0,14})_([\w-]{43})$/

/** Make the verbs. */
export function keysApi(db: Db): KeysApi {
  const inTenantOf = async <T>(tenant: string, work: (trx: Trx, tenantId: number) => Promise<T>) => {
    const tenantId = await resolveTenant(db, checkText('keys', tenant))
    return inTenant(db, { tenantId, role: 'admin' }, (trx) => work(trx, tenantId))
  }
  return {
    async create(key) {
      const { tenant, role, userId = null, name = null, expiresAt = null } = checkOptions(newKeySchema, 'keys.create', key)
      return inTenantOf(tenant, async (trx, tenantId) => {
        const random = randomBytes(32).toString('base64url')
        const { id } = await trx.insertInto('api_key').values({
          tenant_id: tenantId, role, user_id: userId, name, expires_at: expiresAt, digest: digestOf(random),
        }).returning('key_id as id').executeTakeFirstOrThrow()
        return { id, secret: `emend_${id}_${random}` }
      })
    },
    list: (tenant) => inTenantOf(tenant, (trx, tenantId) => trx.selectFrom('api_key').where('tenant_id', '=', tenantId).orderBy('key_id').select([
      'key_id as id', 'role', 'user_id as userId', 'name', 'created_at as createdAt', 'expires_at as expiresAt', 'revoked_at as revokedAt',
      'last_used_at as lastUsedAt',
    ]).execute()),
    async revoke(tenant, id) {
      const keyId = checkOptions(z.int().positive(), 'keys.revoke', id)
      const { numUpdatedRows } = await inTenantOf(tenant, (trx, tenantId) => trx.updateTable('api_key')
        .set({ revoked_at: sql`coalesce(revoked_at, now())` }).where('tenant_id', '=', tenantId).where('key_id', '=', keyId).executeTakeFirst())
      if (numUpdatedRows === 0n) throw new EmendError('not_found', `there is no key ${keyId}`, { key: keyId })
    },
    async identify(secret) {
      const [, id, random] = (typeof secret === 'string' ? secretPattern.exec(secret) : null) ?? []
      if (id === undefined || random === undefined) throw new EmendError('unauthorized', 'this is no key of emend')
      return asAdmin(db, async (trx) =>
        (await sql<Principal>`select * from emend.identify_key(${Number(id)}, ${digestOf(random)})`.execute(trx)).rows[0]!)
    },
  }
}

/** Of the random part: the number in front of it is known only once the row is there. */
function digestOf(random: string): Buffer {
  return createHash('sha256').update(random).digest()
}

/** What the verbs share: one tenant of one open database. */
import type { ZodType } from 'zod'
import type { Config } from '../config.js'
import type { Db } from '../db/pool.js'
import { inTenant, type Role, type Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'

/** Handed to each file of verbs by `openEmend`. */
export interface ApiContext {
  readonly db: Db
  /** Connection string of the database. */
  readonly url: string
  readonly config: Config
  readonly tenantId: number
  readonly tenantName: string
  /** Run in one transaction of this tenant, under a role. */
  as<T>(role: Role, work: (trx: Trx) => Promise<T>): Promise<T>
}

/** Make the context of a tenant. */
export function apiContext(parts: Omit<ApiContext, 'as'>): ApiContext {
  return { ...parts, as: (role, work) => inTenant(parts.db, { tenantId: parts.tenantId, role }, work) }
}

/**
 * Check the options of a verb: unknown keys fail.
 *
 * @throws EmendError `bad_item` naming the key
 */
export function checkOptions<T>(schema: ZodType<T>, verb: string, options: unknown): T {
  const parsed = schema.safeParse(options)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const path = issue?.path.join('.') ?? ''
  throw new EmendError('bad_item', `${verb}: ${path ? `${path}: ` : ''}${issue?.message ?? 'not as agreed'}`, { verb, path })
}

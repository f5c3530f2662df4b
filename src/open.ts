/** Open the store for one tenant: what most programs want. */
import { z } from 'zod'
import { checkOptions } from './api/context.js'
import type { EmendTenant } from './api/open-tenant.js'
import { readConfig } from './config.js'
import { openStore, storeSchema, tenantSchema, type StoreOptions, type TenantOptions } from './open-store.js'

/** How to open the store; everything left out comes from the environment, see `.env.example`. */
export interface OpenOptions extends StoreOptions, Omit<TenantOptions, 'mustExist'> {
  /** Made when nobody has the name. EMEND_TENANT, else `default`. */
  tenant?: string
}

/** One open tenant. */
export interface Emend extends EmendTenant {
  /** Close the connections; the last program in a folder stops its embedded server. */
  close(): Promise<void>
}

const optionsSchema = z.strictObject({
  ...storeSchema.shape, ...tenantSchema.omit({ mustExist: true }).shape, tenant: z.string().min(1).max(200).optional(),
})

/**
 * Open the store for one tenant.
 *
 * @throws EmendError `bad_item` for unknown options, `bad_config`, `database_unreachable`, `embedded_failed`; `needs_migration` and
 *   `schema_newer` when the database does not fit this program; `duplicate_id` when `isolated` and the tenant exists
 * @example
 * const emend = await openEmend({ tenant: 'acme' })
 * await emend.memories.add('prefers window seats', { userId: 'u-1' })
 * const { results } = await emend.memories.search('which seat?', { userId: 'u-1' })
 * await emend.close()
 */
export async function openEmend(options: OpenOptions = {}): Promise<Emend> {
  checkOptions(optionsSchema, 'openEmend', options)
  const { tenant, databaseUrl, home, serving = false, ...rest } = options
  const store = await openStore({ serving, ...(databaseUrl === undefined ? {} : { databaseUrl }), ...(home === undefined ? {} : { home }) })
  try {
    const opened = await store.tenant(tenant ?? readConfig().EMEND_TENANT, rest)
    return { ...opened, close: () => store.close() }
  } catch (error) {
    await store.close()
    throw error
  }
}

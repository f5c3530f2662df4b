/** One open database that serves many tenants. */
import { z } from 'zod'
import { checkConnection } from './api/check-connection.js'
import { checkOptions, checkText } from './api/context.js'
import { keysApi, type KeysApi } from './api/keys.js'
import { loginsApi, type LoginsApi } from './api/logins.js'
import { openTenant, type EmendTenant } from './api/open-tenant.js'
import { tenantsApi, type TenantsApi } from './api/tenants.js'
import { readServiceMetrics, type ServiceMetric } from './api/service-metrics.js'
import { readConfig } from './config.js'
import { checkSchema } from './db/check-schema.js'
import { openListener } from './db/listener.js'
import { migrate } from './db/migrate.js'
import { openDatabase } from './db/pool.js'
import { resolveDatabaseUrl } from './db/resolve-database-url.js'
import type { Domain, Model } from './llm/contracts.js'
import type { Tool } from './tools/contract.js'
import { toolRegistry } from './tools/registry.js'
import { policies, type PolicyName } from './vocabulary.js'

/** How to open the database; everything left out comes from the environment, see `.env.example`. */
export interface StoreOptions {
  /** DATABASE_URL, else an embedded server under EMEND_HOME, which is brought up to date when it is opened. */
  databaseUrl?: string
  /** Folder of the embedded server. EMEND_HOME, else `.emend`. */
  home?: string
  /**
   * To work for all tenants until it is stopped, as workers and servers do: then a login that owns the tables of DATABASE_URL is refused,
   * unless EMEND_SERVE_AS_OWNER allows it. Default false.
   */
  serving?: boolean
}

/** How a tenant is opened, and what its repairs work with. */
export interface TenantOptions {
  /** Arm of a tenant that is made; one that exists keeps its own. EMEND_POLICY, else `facts`. */
  policy?: PolicyName
  /** The model that replays; the configured one when left out. */
  model?: Model
  /** Tools that a repair may call again. */
  tools?: Tool[]
  /** Instruction that goes before a model's stages; `general` when left out. */
  domain?: Domain
  /** How often the reference model errs on purpose, 0 to 1, for comparing repairs; 0 when left out. Other models take no notice. */
  noise?: number
  /** Take the built-in reference model, whatever is configured. */
  builtInModel?: boolean
  /** Replaces the network for the model that is configured; what it is asked and answers looks as on the wire. */
  fetch?: typeof globalThis.fetch
  /** The tenant is for this program alone: an error when somebody has the name, and workers leave it alone. */
  isolated?: boolean
  /** An error when nobody has the name, instead of making the tenant. */
  mustExist?: boolean
}

/** An open database. Its tenants share the connections. */
export interface Store {
  /**
   * Open a tenant; one that nobody has is made.
   *
   * @throws EmendError `bad_item` for unknown options; `duplicate_id` when `isolated` and it exists; `unknown_tenant` when `mustExist`
   */
  tenant(name: string, options?: TenantOptions): Promise<EmendTenant>
  /** Which tenants there are. */
  readonly tenants: TenantsApi
  /** What programs show to act for a tenant. */
  readonly keys: KeysApi
  /** Which logins of the database may work for a tenant by SQL. */
  readonly logins: LoginsApi
  /** Where the database is, without the password. */
  readonly location: string
  /** Connection string of the database. */
  readonly databaseUrl: string
  /**
   * Whether the database answers and fits this program.
   *
   * @throws EmendError `database_unreachable`, `needs_migration`, `schema_newer`
   */
  check(): Promise<void>
  /** Numbers about all tenants together, for those who run the service. @throws EmendError `database_unreachable` */
  metrics(): Promise<ServiceMetric[]>
  /** Close the connections; the last program in a folder stops its embedded server. */
  close(): Promise<void>
}

/** What `openStore` takes. */
export const storeSchema = z.strictObject({ databaseUrl: z.string().optional(), home: z.string().optional(), serving: z.boolean().optional() })
/** What `tenant` takes. */
export const tenantSchema = z.strictObject({
  policy: z.enum(policies).optional(),
  model: z.custom<Model>((value) => typeof value === 'object' && value !== null && 'ask' in value).optional(),
  tools: z.array(z.custom<Tool>((value) => typeof value === 'object' && value !== null && 'run' in value)).optional(),
  domain: z.enum(['general', 'shopping', 'travel', 'support', 'navigation']).optional(),
  noise: z.number().min(0).max(1).optional(), builtInModel: z.boolean().optional(),
  fetch: z.custom<typeof globalThis.fetch>((value) => typeof value === 'function').optional(),
  isolated: z.boolean().optional(), mustExist: z.boolean().optional(),
})
const builtIn = { EMEND_MODEL: 'reference', EMEND_MODEL_URL: '', EMEND_MODEL_MODE: 'live', EMEND_EMBEDDING_MODEL: '' }

/**
 * Open a database for many tenants, as a server does.
 *
 * @throws EmendError `bad_item` for unknown options, `bad_config`, `database_unreachable`, `embedded_failed`; `needs_migration` and
 *   `schema_newer` when the database does not fit this program
 * @example
 * const store = await openStore()
 * const acme = await store.tenant('acme')
 * await acme.memories.add('prefers window seats', { userId: 'u-1' })
 * await store.close()
 */
export async function openStore(options: StoreOptions = {}): Promise<Store> {
  const given = checkOptions(storeSchema, 'openStore', options)
  const flags = { DATABASE_URL: given.databaseUrl, EMEND_HOME: given.home }
  const config = readConfig(flags)
  const server = await resolveDatabaseUrl(config)
  try {
    if (config.DATABASE_URL === undefined) await migrate(server.url)
    const { db, close } = openDatabase(server.url, config.EMEND_POOL_SIZE)
    const listener = openListener(server.url)
    try {
      await checkConnection(db, given.serving === true && config.DATABASE_URL !== undefined && !config.EMEND_SERVE_AS_OWNER)
      await checkSchema(db)
      const { host, pathname } = new URL(server.url)
      return {
        async tenant(name, tenantOptions = {}) {
          const { policy, isolated, mustExist, builtInModel, tools = [], ...parts } = checkOptions(tenantSchema, 'tenant', tenantOptions)
          const set = readConfig({ ...builtInModel ? builtIn : {}, ...flags, EMEND_TENANT: checkText('tenant', name), EMEND_POLICY: policy })
          return openTenant({ ...parts, db, url: server.url, listener, config: set, tools: toolRegistry(tools) },
            { name: set.EMEND_TENANT, policy: set.EMEND_POLICY, isolated, mustExist })
        },
        tenants: tenantsApi(db),
        keys: keysApi(db),
        logins: loginsApi(db),
        location: `${host}${pathname}`,
        databaseUrl: server.url,
        async check() {
          await checkSchema(db)
        },
        metrics: () => readServiceMetrics(db),
        async close() {
          await listener.close()
          await close()
          await server.stop()
        },
      }
    } catch (error) {
      await close()
      throw error
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

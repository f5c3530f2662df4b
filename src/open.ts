/**
 * One open tenant, and its verbs. This page only puts them together; each noun has a file in api/.
 *
 * To add a noun: write `api/<noun>.ts` with an interface `<Noun>Api`, whose docstrings say effect, order, limits and errors, and
 * `<noun>Api(context)`, which checks options with a strict zod object and runs each verb as the weakest role that can do it
 * (`context.as('agent', trx => ...)`). Then name it in `Emend` and in `openEmend`, and export its types from index.ts.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { answersApi, type AnswersApi } from './api/answers.js'
import { askVerb, type AskVerb } from './api/ask.js'
import { checkConnection } from './api/check-connection.js'
import { apiContext, checkOptions, checkText } from './api/context.js'
import { exportVerb, type ExportVerb } from './api/export.js'
import { explainNode, type Explanation } from './api/explain.js'
import { faultsApi, type FaultsApi } from './api/faults.js'
import { inputsApi, type InputsApi } from './api/inputs.js'
import { measureApi, type MeasureApi } from './api/measure.js'
import { memoriesApi, type MemoriesApi } from './api/memories.js'
import { repairDeps } from './api/repair-deps.js'
import type { RepairReport } from './api/repair-report.js'
import { repairsApi, type RepairsApi } from './api/repairs.js'
import { sessionsApi, type SessionsApi } from './api/sessions.js'
import { readStatus, type Status } from './api/status.js'
import { stepsApi, type RecordVerb, type StepsApi, type TurnsApi } from './api/steps.js'
import { createTenant, tenantsApi, type TenantsApi } from './api/tenants.js'
import { toolsApi, type ToolsApi } from './api/tools.js'
import { usageVerb, type UsageVerb } from './api/usage.js'
import { workVerb, type WorkVerb } from './api/work.js'
import { readConfig } from './config.js'
import { checkSchema } from './db/check-schema.js'
import { migrate } from './db/migrate.js'
import { openDatabase } from './db/pool.js'
import { resolveDatabaseUrl } from './db/resolve-database-url.js'
import type { Domain, Model } from './llm/contracts.js'
import type { Tool } from './tools/contract.js'
import { toolRegistry } from './tools/registry.js'
import { policies, type PolicyName } from './vocabulary.js'

/** How to open the store; everything left out comes from the environment, see `.env.example`. */
export interface OpenOptions {
  /** Made when nobody has the name. EMEND_TENANT, else `default`. */
  tenant?: string
  /** Arm of a tenant that is made; one that exists keeps its own. EMEND_POLICY, else `facts`. */
  policy?: PolicyName
  /** DATABASE_URL, else an embedded server under EMEND_HOME, which is brought up to date when it is opened. */
  databaseUrl?: string
  /** Folder of the embedded server. EMEND_HOME, else `.emend`. */
  home?: string
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
}

/** One open tenant. */
export interface Emend {
  readonly memories: MemoriesApi
  readonly sessions: SessionsApi
  readonly inputs: InputsApi
  readonly steps: StepsApi
  readonly turns: TurnsApi
  readonly faults: FaultsApi
  readonly answers: AnswersApi
  readonly repairs: RepairsApi
  readonly tenants: TenantsApi
  readonly measure: MeasureApi
  /** The tools that it was opened with. */
  readonly tools: ToolsApi
  /** The model that it was opened with, or the configured one; its calls are recorded in this tenant. */
  readonly model: Model
  /** Record items as an agent does. They look as in case files and in SQL. */
  readonly record: RecordVerb
  /** Record what another program has recorded: items may state their status, and write for any user. */
  readonly importItems: RecordVerb
  /** Everything that was recorded, as items. */
  readonly exportItems: ExportVerb
  /** Carry repairs out here. */
  readonly work: WorkVerb
  /** Ask one question in a fresh session over the active store. */
  readonly ask: AskVerb
  /** Why a node is affected, and why it stands or falls. @throws EmendError `not_found` */
  explain(id: string): Promise<Explanation>
  status(): Promise<Status>
  /** What was asked of models in this tenant. */
  readonly usage: UsageVerb
  /** Every memory of the tenant, whatever its status, oldest first, with its text. */
  allMemories(): Promise<RepairReport['memories']>
  /** End the tenant, with everything that it owns. There is no way back. */
  dropTenant(): Promise<void>
  readonly tenant: string
  /** Where the database is, without the password. */
  readonly location: string
  /** Connection string of the database, for listeners on channel `emend`. */
  readonly databaseUrl: string
  /** Close the connections; the last program in a folder stops its embedded server. */
  close(): Promise<void>
}

const optionsSchema = z.strictObject({
  tenant: z.string().min(1).max(200).optional(), policy: z.enum(policies).optional(), databaseUrl: z.string().optional(), home: z.string().optional(),
  model: z.custom<Model>((value) => typeof value === 'object' && value !== null && 'ask' in value).optional(),
  tools: z.array(z.custom<Tool>((value) => typeof value === 'object' && value !== null && 'run' in value)).optional(),
  domain: z.enum(['general', 'shopping', 'travel', 'support', 'navigation']).optional(), isolated: z.boolean().optional(),
  noise: z.number().min(0).max(1).optional(), builtInModel: z.boolean().optional(), fetch: z.custom<typeof globalThis.fetch>((value) => typeof value === 'function').optional(),
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
  const given = checkOptions(optionsSchema, 'openEmend', options)
  if (given.tenant !== undefined) checkText('openEmend', given.tenant)
  const builtIn = given.builtInModel ? { EMEND_MODEL: 'reference', EMEND_MODEL_URL: '', EMEND_MODEL_MODE: 'live' } : {}
  const config = readConfig({ ...builtIn, DATABASE_URL: given.databaseUrl, EMEND_HOME: given.home, EMEND_TENANT: given.tenant, EMEND_POLICY: given.policy })
  const server = await resolveDatabaseUrl(config)
  try {
    if (config.DATABASE_URL === undefined) await migrate(server.url)
    const { db, close } = openDatabase(server.url, config.EMEND_POOL_SIZE)
    try {
      await checkConnection(db)
      await checkSchema(db)
      const tenantId = await createTenant(db, config.EMEND_TENANT, config.EMEND_POLICY, given.isolated)
      const context = apiContext({ db, url: server.url, config, tenantId, tenantName: config.EMEND_TENANT })
      if (given.isolated) {
        await context.as('admin', (trx) => trx.updateTable('tenant').set({ is_isolated: true }).where('tenant_id', '=', tenantId).execute())
      }
      const parts = { db, config, tools: toolRegistry(given.tools ?? []), model: given.model, domain: given.domain, noise: given.noise, fetch: given.fetch }
      const deps = repairDeps(parts)(tenantId)
      return {
        ...stepsApi(context),
        memories: memoriesApi(context),
        inputs: inputsApi(context),
        exportItems: exportVerb(context),
        tools: toolsApi(deps.tools),
        model: deps.model,
        sessions: sessionsApi(context),
        faults: faultsApi(context),
        answers: answersApi(context),
        repairs: repairsApi({ deps, tenantId }),
        tenants: tenantsApi(db),
        measure: measureApi(db, tenantId),
        work: workVerb(context, parts),
        ask: askVerb(context, deps),
        usage: usageVerb(context),
        explain: async (id) => context.as('auditor', (trx) => explainNode(trx, tenantId, checkText('explain', id))),
        status: () => context.as('auditor', (trx) => readStatus(trx, tenantId)),
        allMemories: () => context.as('auditor', async (trx) => (await sql<RepairReport['memories'][number]>`
          select memory as id, status, content from emend.memory_now where tenant_id = ${tenantId} order by memory_id`.execute(trx)).rows),
        async dropTenant() {
          await context.as('admin', (trx) => sql`select emend.drop_tenant(${context.tenantName})`.execute(trx))
        },
        tenant: context.tenantName,
        location: locationOf(server.url),
        databaseUrl: server.url,
        async close() {
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

function locationOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

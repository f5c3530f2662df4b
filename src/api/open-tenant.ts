/**
 * One tenant of an open database, and its verbs. This page only puts them together; each noun has a file beside it.
 *
 * To add a noun: write `<noun>.ts` with an interface `<Noun>Api`, whose docstrings say effect, order, limits and errors, and
 * `<noun>Api(context)`, which checks options with a strict zod object and runs each verb as the weakest role that can do it
 * (`context.as('agent', trx => ...)`). Then name it in `EmendTenant` and in `tenantVerbs`, and export its types from index.ts.
 */
import { sql } from 'kysely'
import type { Listener } from '../db/listener.js'
import type { Model } from '../llm/contracts.js'
import { answersApi, type AnswersApi } from './answers.js'
import { askVerb, type AskVerb } from './ask.js'
import { auditApi, type AuditApi } from './audit.js'
import { backupVerb, type BackupVerb } from './backup.js'
import { apiContext, checkText } from './context.js'
import { eventsApi, type EventsApi } from './events.js'
import { exportVerb, readRecordVerb, type ExportVerb, type ReadRecordVerb } from './export.js'
import { detectorsApi, type DetectorsApi } from './detectors.js'
import { explainNode, type Explanation } from './explain.js'
import { faultsApi, type FaultsApi } from './faults.js'
import { inputsApi, type InputsApi } from './inputs.js'
import { measureApi, type MeasureApi } from './measure.js'
import { memoriesApi, type MemoriesApi } from './memories.js'
import { repairDeps, type DepsParts } from './repair-deps.js'
import type { RepairReport } from './repair-report.js'
import { repairsApi, type RepairsApi } from './repairs.js'
import { requestsApi, type RequestsApi } from './requests.js'
import { restoreVerb, type RestoreVerb } from './restore.js'
import { sessionsApi, type SessionsApi } from './sessions.js'
import { settingsApi, type SettingsApi } from './settings.js'
import { readStatus, type Status } from './status.js'
import { stepsApi, type RecordVerb, type StepsApi, type TurnsApi } from './steps.js'
import { createTenant, resolveTenant, tenantsApi, type TenantsApi } from './tenants.js'
import { toolsApi, type ToolsApi } from './tools.js'
import { usageVerb, type UsageVerb } from './usage.js'
import { usersApi, type UsersApi } from './users.js'
import { webhooksApi, type WebhooksApi } from './webhooks.js'
import { workVerb, type WorkVerb } from './work.js'
import type { PolicyName } from '../vocabulary.js'

/** One tenant, and its verbs. */
export interface EmendTenant {
  readonly memories: MemoriesApi
  readonly sessions: SessionsApi
  readonly inputs: InputsApi
  readonly steps: StepsApi
  readonly turns: TurnsApi
  readonly faults: FaultsApi
  readonly detectors: DetectorsApi
  readonly answers: AnswersApi
  readonly repairs: RepairsApi
  readonly events: EventsApi
  readonly audit: AuditApi
  readonly users: UsersApi
  readonly requests: RequestsApi
  readonly tenants: TenantsApi
  readonly measure: MeasureApi
  readonly settings: SettingsApi
  readonly webhooks: WebhooksApi
  /** The tools that it was opened with, and those that live elsewhere. */
  readonly tools: ToolsApi
  /** The model that it was opened with, else its own, else the configured one, as of then; its calls are recorded in this tenant. */
  readonly model: Model
  /** Record items as an agent does. They look as in case files and in SQL. */
  readonly record: RecordVerb
  /** Record what another program has recorded: items may state their status, and write for any user. */
  readonly importItems: RecordVerb
  /** Everything that was recorded, as items. */
  readonly exportItems: ExportVerb
  /** The same with every edge, in passes that hold a few rows. */
  readonly readRecord: ReadRecordVerb
  /** Everything that the tenant has, as lines of JSON. */
  readonly backup: BackupVerb
  /** Fill the tenant, which must be empty, with what `backup` wrote. */
  readonly restore: RestoreVerb
  /** Carry repairs out here. */
  readonly work: WorkVerb
  /** Ask one question in a fresh session over the active store. */
  readonly ask: AskVerb
  /** Why a node is affected, and why it stands or falls. @throws EmendError `not_found` */
  explain(nodeId: string): Promise<Explanation>
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
}

/** Which tenant, and what it is when it has to be made. */
export interface TenantChoice {
  name: string
  /** Arm of a tenant that is made; one that exists keeps its own. */
  policy: PolicyName
  /** The tenant is for this program alone: an error when somebody has the name, and workers leave it alone. */
  isolated?: boolean | undefined
  /** An error when nobody has the name, instead of making the tenant. */
  mustExist?: boolean | undefined
}

/**
 * Open one tenant over connections that somebody else closes.
 *
 * @throws EmendError `unknown_tenant` when it must exist, `duplicate_id` when `isolated` and it exists
 */
export async function openTenant(parts: DepsParts & { url: string; listener: Listener }, choice: TenantChoice): Promise<EmendTenant> {
  const { db, config, url, listener } = parts
  const { name, policy, isolated = false, mustExist = false } = choice
  const tenantId = mustExist ? await resolveTenant(db, name) : await createTenant(db, name, policy, isolated)
  const depsOf = repairDeps(parts)
  const { model, embedder = null } = await depsOf(tenantId)
  const context = apiContext({ db, url, config, listener, embedder, tenantId, tenantName: name })
  if (isolated) await context.as('admin', (trx) => trx.updateTable('tenant').set({ is_isolated: true }).where('tenant_id', '=', tenantId).execute())
  return {
    ...stepsApi(context),
    memories: memoriesApi(context),
    inputs: inputsApi(context),
    exportItems: exportVerb(context),
    readRecord: readRecordVerb(context),
    backup: backupVerb(context),
    restore: restoreVerb(context),
    tools: toolsApi(context, parts.tools, async () => (await depsOf(tenantId)).tools),
    model,
    sessions: sessionsApi(context),
    faults: faultsApi(context),
    detectors: detectorsApi(context),
    answers: answersApi(context),
    repairs: repairsApi({ db, depsOf: () => depsOf(tenantId), tenantId }),
    events: eventsApi(context),
    audit: auditApi(context),
    users: usersApi(context, () => depsOf(tenantId)),
    requests: requestsApi(context),
    tenants: tenantsApi(db),
    measure: measureApi(db, tenantId, embedder),
    settings: settingsApi(context),
    webhooks: webhooksApi(context),
    work: workVerb(context, parts),
    ask: askVerb(context, { model, domain: parts.domain ?? 'general' }),
    usage: usageVerb(context),
    explain: async (id) => context.as('auditor', (trx) => explainNode(trx, tenantId, checkText('explain', id))),
    status: () => context.as('auditor', (trx) => readStatus(trx, tenantId)),
    allMemories: () => context.as('auditor', async (trx) => (await sql<RepairReport['memories'][number]>`
      select memory as id, status, content from emend.memory_now where tenant_id = ${tenantId} order by memory_id`.execute(trx)).rows),
    async dropTenant() {
      await context.as('admin', (trx) => sql`select emend.drop_tenant(${name})`.execute(trx))
    },
    tenant: name,
    location: locationOf(url),
    databaseUrl: url,
  }
}

function locationOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

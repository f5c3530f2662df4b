/** The verbs on repairs. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../db/pool.js'
import { inTenant, type Role, type Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import { approve, skip, type Decision } from '../execute/decide-tool.js'
import { openGiven } from '../execute/given-plan.js'
import type { ProgressEvent, RepairDeps } from '../execute/ports.js'
import { openRegeneration } from '../execute/regenerate-answer.js'
import { undoRepair } from '../execute/undo-repair.js'
import { givenPlanViolations, type GivenPlan } from '../plan/given-plan.js'
import { planJson, type PlanJson } from '../plan/plan-json.js'
import type { Policy } from '../plan/types.js'
import { policyOf } from '../plan/policy-of.js'
import { planFor, runRepair } from '../repair.js'
import type { EdgeLabel, NodeKind, PolicyName, RepairState } from '../vocabulary.js'
import { openRepairs } from '../worker/open-repairs.js'
import { checkOptions } from './context.js'
import { repairContracts } from './contracts/repairs.js'
import { readProposals, type Proposal } from './proposals.js'
import { readRepairReport, type RepairReport } from './repair-report.js'

/** A line of the list of repairs. */
export interface RepairSummary {
  id: number
  state: RepairState
  waitingFor: string | null
  /** Why it waits, for people; null where it does not. */
  waitingReason: string | null
  /** What a person is asked to approve; null where it does not wait for that. */
  proposal: Proposal | null
  policy: PolicyName
  /** Numbers of its faults. */
  faults: number[]
  /** Earlier repairs whose faults it has taken over; undone as long as it stands. */
  takenOver: number[]
  modelCalls: number
  probeCalls: number
  openedAt: Date
}

/** Parts of the method that may be switched off, for comparison. */
export type Ablations = Partial<Pick<Policy, 'supportCheck' | 'planner' | 'selectiveReplay'>>

/** A plan to carry out, by external ids; what it does not name is left alone. */
export type PlanToCarryOut = Pick<GivenPlan, 'by' | 'failedAnswer'> & Partial<GivenPlan>

const ids = z.array(z.string()).default([])
const planSchema = z.strictObject({
  by: z.string().min(1).max(200), failedAnswer: z.string(), delete: ids, quarantine: ids, reopen: ids, replay: ids, preserve: ids, suspicious: ids,
})

/** A node that may carry content of a fault. */
export interface TracedNode {
  id: string
  kind: NodeKind
  sessionId: string | null
  content: string
  /** What it depends on within the affected set, and why. */
  from: { id: string; labels: EdgeLabel[] }[]
}

/** What these verbs work with. */
export interface RepairsContext {
  db: Db
  /** What repairs work with now. */
  depsOf(): Promise<RepairDeps>
  tenantId: number
}

/** Verbs on repairs; made by `openEmend`. */
export interface RepairsApi {
  /**
   * What a repair of these faults would do. Changes nothing.
   *
   * @param policy arm; that of the faults or the tenant when left out
   * @throws EmendError `not_found`, `affected_too_large`
   */
  plan(faultIds: number[], policy?: PolicyName): Promise<PlanJson>
  /** Every node that may carry content of these faults, in the order of the clock. */
  trace(faultIds: number[], policy?: PolicyName): Promise<TracedNode[]>
  /** Give all open faults to repairs, connected ones together. Returns the repairs that got faults. */
  open(): Promise<number[]>
  /**
   * The repair of one fault, opened if nobody has.
   *
   * @param ablations what to switch off in a repair that has no plan yet
   * @throws EmendError `not_found`, `repair_state` when it was withdrawn
   */
  openFor(faultId: number, ablations?: Ablations): Promise<number>
  /**
   * A repair that carries out a plan of yours, for comparing planners: one for all these faults, or one without faults. It is
   * executed as in arm paper, and its store is not probed afterwards. Run it with `run`.
   *
   * @param faultIds open faults, none of which has a repair; empty: the plan stands on its own
   * @throws EmendError `bad_item`; `bad_plan` for unknown ids, two dispositions of one node, a fault that is kept; `not_found`, `repair_state`
   */
  openWithPlan(faultIds: number[], plan: PlanToCarryOut): Promise<number>
  /** Carry a repair out here, to its end or until a person must decide. */
  run(repairId: number, onProgress?: (event: ProgressEvent) => void): Promise<RepairReport>
  /** Newest first; all of them unless `limit` says otherwise. `after` is the last number of the page before. */
  list(options?: { state?: RepairState; limit?: number; after?: number }): Promise<RepairSummary[]>
  /** Where one repair stands. @throws EmendError `not_found` */
  get(repairId: number): Promise<RepairSummary>
  /** @throws EmendError `not_found`, `repair_state` when it has no plan yet */
  show(repairId: number): Promise<RepairReport>
  /**
   * Let a repair go on that waits for a person. Approved is what it was to do then; where it would do more, it waits again.
   *
   * @param seen hash of the proposal that the person was shown; left out, whatever waits now is approved
   * @throws EmendError `repair_state` when it waits for none, `plan_changed` when something else waits
   */
  approve(repairId: number, actor?: string, seen?: string): Promise<Decision>
  /** Let a repair go on without the tool call that it waits for. @throws EmendError `repair_state` when it waits for none */
  skip(repairId: number, actor?: string): Promise<Decision>
  /**
   * Restore the statuses from before a repair; undoing again does it again.
   *
   * @throws EmendError `not_found`, `repair_conflict`, `repair_state`
   */
  undo(repairId: number, actor?: string): Promise<'undone' | 'done'>
  /** Make a stale answer of another session again. @throws EmendError `not_found`, `repair_state` when the answer is valid */
  regenerate(answer: string): Promise<RepairReport>
}

/** Make the verbs for one tenant. */
export function repairsApi({ db, depsOf, tenantId }: RepairsContext): RepairsApi {
  const as = <T>(role: Role, work: (trx: Trx) => Promise<T>): Promise<T> => inTenant(db, { tenantId, role }, work)
  const show = (repairId: number): Promise<RepairReport> => as('auditor', (trx) => readRepairReport(trx, tenantId, repairId))

  async function known(trx: Trx, faultIds: number[]): Promise<void> {
    const rows = await trx.selectFrom('fault').select('fault_id').where('tenant_id', '=', tenantId)
      .where('fault_id', '=', sql<number>`any(${faultIds}::bigint[])`).execute()
    const missing = faultIds.find((id) => !rows.some((row) => row.fault_id === id))
    if (missing !== undefined) throw new EmendError('not_found', `there is no fault ${missing} in this tenant`, { fault: missing })
  }

  const planned = async (faultIds: number[], policy?: PolicyName) => {
    const { tools, limits } = await depsOf()
    const irreversibleTools = tools.list().filter((tool) => tool.effect === 'irreversible').map((tool) => tool.name)
    return as('worker', async (trx) => {
      await known(trx, faultIds)
      const { plan } = await planFor(trx, tenantId, faultIds, await armOf(trx, tenantId, faultIds, policy), { irreversibleTools, cap: limits.maxAffected })
      const ids = plan.rows.map((row) => row.id)
      const nodes = await trx.selectFrom('node').leftJoin('session', (join) => join
        .onRef('session.tenant_id', '=', 'node.tenant_id').onRef('session.session_id', '=', 'node.session_id'))
        .select(['node.node_id', 'node.external_id', 'session.external_id as session'])
        .where('node.tenant_id', '=', tenantId).where('node.node_id', '=', sql<number>`any(${ids}::bigint[])`).execute()
      return { plan, nodes: new Map(nodes.map((node) => [node.node_id, node])) }
    })
  }

  return {
    show,
    async plan(faultIds, policy) {
      const { plan, nodes } = await planned(faultIds, policy)
      return planJson(plan, new Map([...nodes].map(([id, node]) => [id, node.external_id])))
    },
    async trace(faultIds, policy) {
      const { plan, nodes } = await planned(faultIds, policy)
      const ids = plan.rows.filter((row) => row.isAffected).map((row) => row.id)
      const name = (id: number): string => nodes.get(id)?.external_id ?? String(id)
      return as('worker', async (trx) => {
        const texts = await sql<{ node_id: number; kind: NodeKind; content: string }>`
          select node_id, kind, content from emend.node_texts(${tenantId}, ${ids}::bigint[]) order by node_id`.execute(trx)
        const edges = await trx.selectFrom('edge').select(['source_id', 'target_id', 'label']).where('tenant_id', '=', tenantId)
          .where('target_id', '=', sql<number>`any(${ids}::bigint[])`).where('source_id', '=', sql<number>`any(${ids}::bigint[])`)
          .orderBy('source_id').orderBy('label').execute()
        const from = new Map<number, Map<number, EdgeLabel[]>>()
        for (const { source_id, target_id, label } of edges) {
          const sources = from.get(target_id) ?? new Map<number, EdgeLabel[]>()
          sources.set(source_id, [...(sources.get(source_id) ?? []), label])
          from.set(target_id, sources)
        }
        return texts.rows.map((row) => ({
          id: name(row.node_id), kind: row.kind, sessionId: nodes.get(row.node_id)?.session ?? null, content: row.content,
          from: [...(from.get(row.node_id) ?? [])].map(([id, labels]) => ({ id: name(id), labels })),
        }))
      })
    },
    open: async () => openRepairs(await depsOf(), tenantId),
    async openFor(faultId, ablations) {
      const read = () => as('auditor', (trx) => trx.selectFrom('fault').select(['repair_id', 'state'])
        .where('tenant_id', '=', tenantId).where('fault_id', '=', faultId).executeTakeFirst())
      let fault = await read()
      if (fault?.state === 'open') {
        await openRepairs(await depsOf(), tenantId)
        fault = await read()
      }
      if (!fault) throw new EmendError('not_found', `there is no fault ${faultId} in this tenant`, { fault: faultId })
      if (fault.repair_id === null) throw new EmendError('repair_state', `fault ${faultId} is ${fault.state} and has no repair`, { fault: faultId })
      const repairId = fault.repair_id
      if (ablations) {
        await as('worker', (trx) => trx.updateTable('repair').set({ options: JSON.stringify(ablations) })
          .where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).where('state', '=', 'open').execute())
      }
      return repairId
    },
    async openWithPlan(faultIds, plan) {
      const given = checkOptions<GivenPlan>(planSchema, 'repairs.openWithPlan', plan)
      return openGiven(db, tenantId, faultIds, given, (nodes, faulty) => givenPlanViolations(given, nodes, faulty))
    },
    async run(repairId, onProgress) {
      const deps = await depsOf()
      await runRepair(onProgress ? { ...deps, onProgress } : deps, tenantId, repairId)
      return show(repairId)
    },
    async list(options = {}) {
      const page = checkOptions(repairContracts.listOptions, 'repairs.list', options)
      return as('auditor', (trx) => summaries(trx, tenantId, page))
    },
    get: (repairId) => as('auditor', async (trx) => {
      const [found] = await summaries(trx, tenantId, { only: repairId })
      if (!found) throw new EmendError('not_found', `there is no repair ${repairId} in this tenant`, { repair: repairId })
      return found
    }),
    approve: (repairId, actor = 'person', seen) => approve(db, tenantId, repairId, actor, seen),
    skip: (repairId, actor = 'person') => skip(db, tenantId, repairId, actor),
    undo: (repairId, actor = 'person') => undoRepair(db, tenantId, repairId, actor),
    async regenerate(answer) {
      const node = await as('auditor', (trx) => trx.selectFrom('node').select('node_id').where('tenant_id', '=', tenantId)
        .where('external_id', '=', answer).where('kind', '=', 'final_answer').executeTakeFirst())
      if (!node) throw new EmendError('not_found', `there is no answer ${answer} in this tenant`, { id: answer })
      const repairId = await openRegeneration(db, tenantId, node.node_id)
      await runRepair(await depsOf(), tenantId, repairId)
      return show(repairId)
    },
  }
}

const defaultReasons: Readonly<Record<string, string>> = {
  tool: 'a tool would be called whose effect cannot be taken back, or of whose call nobody knows what became',
  overlap: 'an older repair touches the same nodes',
}

/** Repairs and their faults, newest first. */
async function summaries(
  trx: Trx, tenantId: number, { only, state, limit, after }: { only?: number; state?: RepairState | undefined; limit?: number | undefined; after?: number | undefined },
): Promise<RepairSummary[]> {
  const repairs = await trx.selectFrom('repair').selectAll().where('tenant_id', '=', tenantId)
    .$if(only !== undefined, (query) => query.where('repair_id', '=', only ?? 0))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'open'))
    .$if(after !== undefined, (query) => query.where('repair_id', '<', after ?? 0))
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .orderBy('repair_id', 'desc').execute()
  const faults = await trx.selectFrom('fault').select(['fault_id', 'repair_id']).where('tenant_id', '=', tenantId)
    .where('repair_id', '=', sql<number>`any(${repairs.map((row) => row.repair_id)}::bigint[])`).orderBy('fault_id').execute()
  const proposals = await readProposals(trx, tenantId, { repairs: repairs.filter((row) => row.waiting_for === 'approval').map((row) => row.repair_id) })
  const faultsOf = new Map<number | null, number[]>()
  for (const fault of faults) faultsOf.set(fault.repair_id, [...faultsOf.get(fault.repair_id) ?? [], fault.fault_id])
  return repairs.map((row) => ({
    id: row.repair_id, state: row.state, waitingFor: row.waiting_for, waitingReason: row.waiting_for === null ? null : row.waiting_reason ?? defaultReasons[row.waiting_for] ?? null,
    proposal: proposals.get(row.repair_id) ?? null, policy: row.policy === 'paper' ? 'paper' : 'facts',
    faults: faultsOf.get(row.repair_id) ?? [], takenOver: row.merged_repairs,
    modelCalls: row.model_calls, probeCalls: row.probe_calls, openedAt: row.opened_at,
  }))
}

/** The arm that was asked for, else the faults', else the tenant's; without ablations. */
async function armOf(trx: Trx, tenantId: number, faultIds: number[], name?: PolicyName): Promise<Policy> {
  if (name) return policyOf(name, {})
  const fault = await trx.selectFrom('fault').select('policy').where('tenant_id', '=', tenantId).where('policy', 'is not', null)
    .where('fault_id', '=', sql<number>`any(${faultIds}::bigint[])`).orderBy('fault_id').executeTakeFirst()
  const tenant = await trx.selectFrom('tenant').select('policy').where('tenant_id', '=', tenantId).executeTakeFirstOrThrow()
  return policyOf(fault?.policy ?? tenant.policy, {})
}

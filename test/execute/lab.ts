/** A tenant to break and repair: records, faults, repairs, and a model that follows simple rules. */
import { sql } from 'kysely'
import { inTenant } from '../../src/db/transaction.js'
import type { RepairDeps } from '../../src/execute/ports.js'
import type { AskOptions, CallPurpose, Model, Reply, Stage, StageContext } from '../../src/llm/contracts.js'
import { recordItems } from '../../src/record/record-items.js'
import type { RecordItem } from '../../src/record/items.js'
import { runRepair, type Advance } from '../../src/repair.js'
import type { Tool } from '../../src/tools/contract.js'
import { openRepairs } from '../../src/worker/open-repairs.js'
import type { TestDatabase } from '../database.js'

/** What a test may script: replies by stage; left out, the default rules answer. */
export type Script = { [S in Stage]?: (context: StageContext) => Reply<S> }

/** A model that answers from the offered evidence alone, and remembers what it was asked. */
export interface ScriptedModel extends Model {
  asked: { stage: Stage; context: StageContext; purpose: CallPurpose['purpose'] | undefined }[]
  /** Other rules from now on. */
  script(script: Script): void
}

/**
 * Default rules: a claim restates each memory and observation; an answer says all claims and observations, else memories; a plan
 * calls nothing; a mutation writes what the memories and observations offered say, and retires what it consumes.
 */
export function scriptedModel(script: Script = {}): ScriptedModel {
  const asked: ScriptedModel['asked'] = []
  const sources = (context: StageContext) => context.evidence.filter(({ kind }) => kind === 'memory' || kind === 'observation')
  const rules: { [S in Stage]: (context: StageContext) => Reply<S> } = {
    claim: (context) => ({ claims: sources(context).map(({ id, content }) => ({ content, evidence_ids: [id] })) }),
    judge: ({ execution }) => ({ delete_ids: execution?.faultIds ?? [], quarantine_ids: [], replay_ids: [], preserve_ids: [], suspicious_ids: [] }),
    plan: (context) => ({ content: 'Nothing is to be done.', evidence_ids: context.inputs.map(({ id }) => id), tool_calls: [] }),
    answer(context) {
      const said = context.evidence.filter(({ kind }) => kind === 'claim' || kind === 'observation')
      const used = said.length > 0 ? said : context.evidence
      return { content: used.map(({ content }) => content).join(' ') || 'I do not know.', evidence_ids: used.map(({ id }) => id) }
    },
    mutation(context) {
      const from = sources(context).length > 0 ? sources(context) : context.inputs
      const content = from.map((entry) => entry.content).join(' ')
      const type = context.mutation?.type ?? 'memory_write'
      return { mutations: [{ type, content: 'Write it down.', evidence_ids: from.map(({ id }) => id), retire_ids: [], memories: [{ content, evidence_ids: from.map(({ id }) => id) }] }] }
    },
    ...script,
  }
  return {
    name: 'scripted', asked,
    script: (more) => { Object.assign(rules, more) },
    async ask<S extends Stage>(stage: S, context: StageContext, purpose?: CallPurpose, { tries = 2, check }: AskOptions<S> = {}): Promise<Reply<S>> {
      for (let tried = 1; ; tried++) {
        asked.push({ stage, context: structuredClone(context), purpose: purpose?.purpose })
        const reply = await Promise.resolve((rules[stage] as (context: StageContext) => Reply<S>)(context))
        if (tried >= tries || (check?.(reply) ?? null) === null) return reply
      }
    },
  }
}

/** A tool that answers from a table and counts its calls. */
export function scriptedTool(name: string, effect: Tool['effect'], answer: (args: unknown) => unknown): Tool & { calls: string[] } {
  const calls: string[] = []
  const tool: Tool & { calls: string[] } = {
    name, effect, calls,
    run: (args) => {
      calls.push(`run ${JSON.stringify(args)}`)
      return Promise.resolve(answer(args))
    },
  }
  if (effect === 'compensating') tool.compensate = (args) => { calls.push(`compensate ${JSON.stringify(args)}`); return Promise.resolve() }
  if (effect === 'resettable') tool.reset = (args) => { calls.push(`reset ${JSON.stringify(args)}`); return Promise.resolve() }
  return tool
}

/** One tenant with everything a test does to it. */
export interface Lab {
  tenantId: number
  model: ScriptedModel
  deps: RepairDeps
  record(items: RecordItem[]): Promise<void>
  fault(memoryId: string, failedAnswer?: string): Promise<number>
  /** Open repairs for open faults. */
  open(): Promise<number[]>
  run(repairId: number): Promise<Advance>
  /** Fault, open, run. */
  repair(memoryIds: string | string[], failedAnswer?: string): Promise<{ repairId: number; at: Advance }>
  memories(): Promise<Record<string, string>>
  /** Contents of active memories that are not withheld, by id. */
  active(): Promise<Record<string, string>>
  invalid(): Promise<string[]>
  replays(repairId: number): Promise<Record<string, string>>
  contentOf(id: string): Promise<string>
  idOf(id: string): Promise<number>
  violations(repairId: number): Promise<string[]>
  /** All statuses and validities, to compare before and after. */
  picture(): Promise<string>
  query<T>(text: string): Promise<T[]>
}

/** A fresh tenant. */
export async function lab(db: TestDatabase, options: { script?: Script; tools?: Tool[]; limits?: Partial<RepairDeps['limits']>; policy?: 'facts' | 'paper' } = {}): Promise<Lab> {
  const { tenantId } = await db.tenant(options.policy)
  const model = scriptedModel(options.script)
  const tools = options.tools ?? []
  const deps: RepairDeps = {
    db: db.db, model, owner: 'test', leaseMs: 30_000, domain: 'general',
    tools: { get: (name) => tools.find((tool) => tool.name === name), list: () => tools },
    limits: { maxModelCalls: 100, maxAffected: 100_000, ...options.limits },
  }
  const as = <T>(work: Parameters<typeof inTenant<T>>[2], role: 'worker' | 'detector' | 'auditor' = 'worker') => inTenant<T>(db.db, { tenantId, role }, work)
  const self: Lab = {
    tenantId, model, deps,
    record: (items) => as(async (trx) => { await recordItems(trx, tenantId, items) }),
    fault: (memoryId, failedAnswer) => as(async (trx) => {
      const row = await trx.insertInto('fault').values({ memory_id: memoryId, detector: 'test', failed_answer_id: failedAnswer ?? null }).returning('fault_id').executeTakeFirstOrThrow()
      return row.fault_id
    }),
    open: () => openRepairs(deps, tenantId),
    run: (repairId) => runRepair(deps, tenantId, repairId),
    async repair(memoryIds, failedAnswer) {
      for (const id of [memoryIds].flat()) await self.fault(id, failedAnswer)
      const [repairId] = await self.open()
      if (repairId === undefined) throw new Error('no repair was opened')
      const at = await self.run(repairId)
      if (at.state === 'failed') {
        const [repair] = await self.query<{ error: string }>(`select error_code || ': ' || error_detail as error from emend.repair where repair_id = ${repairId}`)
        throw new Error(repair?.error)
      }
      return { repairId, at }
    },
    memories: async () => Object.fromEntries((await self.query<{ id: string; status: string }>(
      `select n.external_id as id, s.status::text || case when s.is_withheld then ' withheld' else '' end as status
         from emend.memory_state s join emend.node n on n.tenant_id = s.tenant_id and n.node_id = s.memory_id order by n.node_id`)).map((row) => [row.id, row.status])),
    active: async () => Object.fromEntries((await self.query<{ id: string; content: string }>(
      `select n.external_id as id, m.content from emend.memory_state s
         join emend.memory m on m.tenant_id = s.tenant_id and m.memory_id = s.memory_id
         join emend.node n on n.tenant_id = s.tenant_id and n.node_id = s.memory_id
        where s.status = 'active' and not s.is_withheld order by n.node_id`)).map((row) => [row.id, row.content])),
    invalid: async () => (await self.query<{ id: string }>(
      `select n.external_id as id from emend.step_state s join emend.node n on n.tenant_id = s.tenant_id and n.node_id = s.step_id order by n.node_id`)).map((row) => row.id),
    replays: async (repairId) => Object.fromEntries((await self.query<{ id: string; state: string }>(
      `select n.external_id as id, r.state from emend.replay_step r join emend.node n on n.tenant_id = r.tenant_id and n.node_id = r.step_id
        where r.repair_id = ${repairId} order by r.position`)).map((row) => [row.id, row.state])),
    contentOf: async (id) => (await self.query<{ content: string }>(
      `select t.content from emend.node n, emend.node_texts(n.tenant_id, array[n.node_id]) t where n.external_id = '${id.replaceAll("'", "''")}'`))[0]?.content ?? '',
    idOf: async (id) => (await self.query<{ id: number }>(`select node_id as id from emend.node where external_id = '${id.replaceAll("'", "''")}'`))[0]?.id ?? 0,
    violations: async (repairId) => (await self.query<{ text: string }>(
      `select violation || ': ' || detail as text from emend.repair_violations(${tenantId}, ${repairId})`)).map((row) => row.text),
    picture: async () => JSON.stringify([await self.memories(), await self.query(
      `select n.external_id as id, s.validity, s.is_stale_answer from emend.step_state s join emend.node n on n.tenant_id = s.tenant_id and n.node_id = s.step_id order by n.node_id`),
      await self.query(`select n.external_id as id, t.lifted_at is null as stands from emend.tombstone t join emend.node n on n.tenant_id = t.tenant_id and n.node_id = t.memory_id order by 1, 2`)]),
    query: <T>(text: string) => as(async (trx) => (await sql<T>`${sql.raw(text)}`.execute(trx)).rows),
  }
  return self
}

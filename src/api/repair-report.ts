/** What a repair decided, did and cost: the JSON that `emend repair --json` prints. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import { markDecidedBefore } from '../execute/decided-before.js'
import { planJson, type PlanJson } from '../plan/plan-json.js'
import type { Plan, PlanRow, Proof } from '../plan/types.js'
import type { MemoryStatus, PolicyName, RepairState, Rule } from '../vocabulary.js'

/** `emend/repair@1`. */
export interface RepairReport {
  format: 'emend/repair@1'
  plan: PlanJson
  state: RepairState
  /** A person decides, or an older repair goes first; null = it stands for no one. */
  waiting_for: string | null
  /** Why it failed; null when it did not. */
  error: { code: string; detail: string } | null
  /** `after` is the answer that stands now; null where none does. */
  answer: { before: string | null; after: string | null; regenerated: boolean }
  /** Earlier repairs that it overlaps with and whose faults it has taken over: they count as undone as long as it stands. */
  taken_over: number[]
  /** Memories that the repair touched or made. */
  memories: { id: string; status: MemoryStatus; content: string }[]
  /** In the order of replay; `new` is null where nothing was made again. */
  replayed: { step: string; new: string | null; changed: boolean; state: string }[]
  calls: { model: number; tool: Record<string, number>; probe: number }
  verify: { violations: number; sufficient: boolean } | null
}

/**
 * Read the report of a repair. Rows are sorted by clock, replayed steps by their order.
 *
 * @throws EmendError `not_found`, `repair_state` when it has no plan yet
 */
export async function readRepairReport(trx: Trx, tenantId: number, repairId: number): Promise<RepairReport> {
  const repair = await trx.selectFrom('repair').selectAll().where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).executeTakeFirst()
  if (!repair) throw new EmendError('not_found', `there is no repair ${repairId} in this tenant`, { repair: repairId })
  const plan = await readPlan(trx, tenantId, repairId)
  const replayed = await trx.selectFrom('replay_step as r')
    .innerJoin('node as old', (join) => join.onRef('old.tenant_id', '=', 'r.tenant_id').onRef('old.node_id', '=', 'r.step_id'))
    .leftJoin('node as new', (join) => join.onRef('new.tenant_id', '=', 'r.tenant_id').onRef('new.node_id', '=', 'r.new_step_id'))
    .select(['old.external_id as step', 'new.external_id as new', 'r.is_changed', 'r.state'])
    .where('r.tenant_id', '=', tenantId).where('r.repair_id', '=', repairId).orderBy('r.position').execute()
  const verified = await trx.selectFrom('verification').select(['violation_count', 'is_sufficient'])
    .where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).executeTakeFirst()
  const before = await answerText(trx, tenantId, repair.failed_answer_id)
  const isRegenerated = repair.new_answer_id !== null && repair.state !== 'undone'
  return {
    format: 'emend/repair@1',
    plan,
    state: repair.state,
    waiting_for: repair.waiting_for,
    error: repair.error_code === null ? null : { code: repair.error_code, detail: repair.error_detail ?? '' },
    answer: {
      before,
      after: isRegenerated ? await answerText(trx, tenantId, repair.new_answer_id) : await isValid(trx, tenantId, repair.failed_answer_id) ? before : null,
      regenerated: isRegenerated,
    },
    taken_over: repair.merged_repairs,
    memories: await touchedMemories(trx, tenantId, repairId),
    replayed: replayed.map((row) => ({ step: row.step, new: row.new, changed: row.is_changed ?? false, state: row.state })),
    calls: { model: repair.model_calls, tool: await toolCalls(trx, tenantId, repairId), probe: repair.probe_calls },
    verify: verified ? { violations: verified.violation_count, sufficient: verified.is_sufficient } : null,
  }
}

/** The plan as it was committed, with external ids. */
async function readPlan(trx: Trx, tenantId: number, repairId: number): Promise<PlanJson> {
  const repair = await trx.selectFrom('repair').select(['policy', 'options', 'state', 'plan_hash', 'failed_answer_id'])
    .where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).executeTakeFirstOrThrow()
  if (repair.state === 'open') throw new EmendError('repair_state', `repair ${repairId} has no plan yet`, { repair: repairId })
  const rows = await trx.selectFrom('plan_row').selectAll().where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).orderBy('node_id').execute()
  // Apart from the rows: a join is planned over all of a tenant that has no statistics yet.
  const names = await trx.selectFrom('node').select(['node_id', 'external_id']).where('tenant_id', '=', tenantId)
    .where('node_id', '=', sql<number>`any(${rows.map((row) => row.node_id)}::bigint[])`).execute()
  const options = repair.options as { supportCheck?: boolean; planner?: boolean; selectiveReplay?: boolean }
  const plan: Plan = {
    policy: {
      name: repair.policy as PolicyName,
      supportCheck: options.supportCheck ?? true, planner: options.planner ?? true, selectiveReplay: options.selectiveReplay ?? true,
    },
    failedAnswer: repair.failed_answer_id,
    hash: repair.plan_hash ?? '', // a regeneration follows the plan of the repair that made the answer stale
    rows: await markDecidedBefore(trx, tenantId, repairId, rows.map((row): PlanRow => ({
      id: row.node_id, kind: row.node_kind, disposition: row.disposition, rule: row.rule as Rule, reason: row.reason,
      isAffected: row.is_affected, isSupported: row.is_supported, isInvalid: row.is_invalid, isStaleAnswer: row.is_stale_answer,
      replayPosition: row.replay_position, proof: row.proof as Proof | null,
    }))),
  }
  return planJson(plan, new Map(names.map((row) => [row.node_id, row.external_id])))
}

/** A step's text by its internal id; null without one. */
async function answerText(trx: Trx, tenantId: number, stepId: number | null): Promise<string | null> {
  if (stepId === null) return null
  const step = await trx.selectFrom('step').select('content').where('tenant_id', '=', tenantId).where('step_id', '=', stepId).executeTakeFirst()
  return step?.content ?? null
}

async function isValid(trx: Trx, tenantId: number, stepId: number | null): Promise<boolean> {
  if (stepId === null) return false
  return await trx.selectFrom('step_state').select('validity').where('tenant_id', '=', tenantId).where('step_id', '=', stepId).executeTakeFirst() === undefined
}

async function touchedMemories(trx: Trx, tenantId: number, repairId: number): Promise<RepairReport['memories']> {
  const { rows } = await sql<{ id: string; status: MemoryStatus; content: string }>`
    select memory as id, status, content from emend.memory_now m where m.tenant_id = ${tenantId} and (
      m.memory_id in (select node_id from emend.plan_row where tenant_id = ${tenantId} and repair_id = ${repairId})
      or m.memory_id in (select new_node_id from emend.replacement where tenant_id = ${tenantId} and repair_id = ${repairId})
      or m.memory_id in (select made.id::bigint from emend.replay_step y, jsonb_array_elements_text(y.detail -> 'made') made(id)
                          where y.tenant_id = ${tenantId} and y.repair_id = ${repairId}))
    order by m.memory_id`.execute(trx)
  return rows
}

/** Calls that really ran, by tool. */
async function toolCalls(trx: Trx, tenantId: number, repairId: number): Promise<Record<string, number>> {
  const rows = await trx.selectFrom('tool_call').select((eb) => ['tool_name', eb.fn.countAll<number>().as('calls')])
    .where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).where('state', 'in', ['done', 'error', 'lost', 'compensated'])
    .groupBy('tool_name').orderBy('tool_name').execute()
  return Object.fromEntries(rows.map((row) => [row.tool_name, row.calls]))
}

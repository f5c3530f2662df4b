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

/** What emend.repair_document returns. */
interface RepairDocument {
  repair: {
    policy: PolicyName; options: { supportCheck?: boolean; planner?: boolean; selectiveReplay?: boolean }; state: RepairState; waiting_for: string | null
    waiting_reason: string | null; plan_hash: string | null; failed_answer_id: number | null; new_answer_id: number | null; merged_repairs: number[]; model_calls: number; probe_calls: number
    error_code: string | null; error_detail: string | null
  }
  rows: {
    node_id: number; node_kind: PlanRow['kind']; name: string; disposition: PlanRow['disposition']; rule: Rule; reason: string; is_affected: boolean
    is_supported: boolean; is_invalid: boolean; is_stale_answer: boolean; replay_position: number | null; proof: Proof | null
  }[]
  replayed: { step: string; new: string | null; is_changed: boolean | null; state: string }[]
  verified: { violation_count: number; is_sufficient: boolean } | null
  before: string | null
  after: string | null
  is_valid: boolean
  memories: RepairReport['memories']
  tools: Record<string, number>
}

/**
 * Read the report of a repair, in one round trip. Rows are sorted by clock, replayed steps by their order.
 *
 * @throws EmendError `not_found`, `repair_state` when it has no plan yet
 */
export async function readRepairReport(trx: Trx, tenantId: number, repairId: number): Promise<RepairReport> {
  const { rows: [row] } = await sql<{ said: RepairDocument | null }>`select emend.repair_document(${tenantId}, ${repairId}) as said`.execute(trx)
  const said = row?.said
  if (!said) throw new EmendError('not_found', `there is no repair ${repairId} in this tenant`, { repair: repairId })
  const { repair, verified, before } = said
  if (repair.state === 'open') {
    const why = repair.waiting_for === null ? 'has no plan yet' : `waits for ${repair.waiting_for === 'approval' ? 'a person' : 'an older repair'}: ${repair.waiting_reason ?? repair.waiting_for}`
    throw new EmendError('repair_state', `repair ${repairId} ${why}`, { repair: repairId })
  }
  const isRegenerated = repair.new_answer_id !== null && repair.state !== 'undone'
  return {
    format: 'emend/repair@1',
    plan: planJson(await planOf(trx, tenantId, repairId, said), new Map(said.rows.map(({ node_id: id, name }) => [id, name]))),
    state: repair.state,
    waiting_for: repair.waiting_for,
    error: repair.error_code === null ? null : { code: repair.error_code, detail: repair.error_detail ?? '' },
    answer: {
      before,
      after: isRegenerated ? said.after : said.is_valid ? before : null,
      regenerated: isRegenerated,
    },
    taken_over: repair.merged_repairs,
    memories: said.memories,
    replayed: said.replayed.map((step) => ({ step: step.step, new: step.new, changed: step.is_changed ?? false, state: step.state })),
    calls: { model: repair.model_calls, tool: said.tools, probe: repair.probe_calls },
    verify: verified ? { violations: verified.violation_count, sufficient: verified.is_sufficient } : null,
  }
}

/** The plan as it was committed. */
async function planOf(trx: Trx, tenantId: number, repairId: number, { repair, rows: stored }: RepairDocument): Promise<Plan> {
  const { supportCheck = true, planner = true, selectiveReplay = true } = repair.options
  const rows = stored.map((row): PlanRow => ({
    id: row.node_id, kind: row.node_kind, disposition: row.disposition, rule: row.rule, reason: row.reason,
    isAffected: row.is_affected, isSupported: row.is_supported, isInvalid: row.is_invalid, isStaleAnswer: row.is_stale_answer,
    replayPosition: row.replay_position, proof: row.proof,
  }))
  return {
    policy: { name: repair.policy, supportCheck, planner, selectiveReplay },
    failedAnswer: repair.failed_answer_id,
    hash: repair.plan_hash ?? '', // a regeneration follows the plan of the repair that made the answer stale
    rows: repair.merged_repairs.length === 0 ? rows : await markDecidedBefore(trx, tenantId, repairId, rows),
  }
}

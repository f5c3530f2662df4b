/** Boundary B2: a plan over a graph that nobody can add to meanwhile, and the affected nodes withheld. */
import { sql } from 'kysely'
import { failpoint } from '../db/failpoints.js'
import { inTenant, type Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import type { Plan } from '../plan/types.js'
import type { TraceRow } from '../trace/trace-faults.js'
import type { PolicyName } from '../vocabulary.js'
import { forgetMerging, mergeOverlapping } from './merge-overlapping.js'
import { toolEffects } from './plan-effects.js'
import type { Held } from './ports.js'

/** How to plan; repair.ts puts the stages together. */
export interface Planner {
  policy: PolicyName
  /**
   * The plan, and every node that it looked at as affected.
   *
   * @param traced what the faults of the repair reach, as the database says it
   */
  plan(trx: Trx, traced: TraceRow): Promise<{ plan: Plan; affected: number[]; graphVersion: number }>
}

/** Why a repair was not planned; `planned` when it was. */
export type PlanOutcome = 'planned' | 'overlap' | 'approval'

/**
 * Plan a repair and commit the plan (method, sections 6 and 7.1). Locks the affected nodes and plans again until nothing
 * is added, so that no edge to a withdrawn node commits unseen (G7); containment stays while it waits. Earlier repairs that it
 * overlaps with are taken over (G11).
 *
 * @returns `planned`; `overlap` when an older repair goes first; `approval` when the plan does what a person has to approve first
 * @throws EmendError `lost_lease`, `repair_state`, `affected_too_large`
 */
export async function commitPlan(held: Held, planner: Planner): Promise<PlanOutcome> {
  const { deps, tenantId, repairId } = held
  const outcome = await inTenant(deps.db, { tenantId, role: 'worker' }, async (trx) => {
    const { planned, merged, alone } = await mergeOverlapping(trx, { tenantId, repairId, policy: planner.policy }, () => planLocked(trx, held, planner))
    const settled = await writePlan(trx, held, planned)
    if (settled !== 'planned' && merged !== null) {
      await forgetMerging(trx)
      if (settled === 'approval') await askAgain(trx, held, planned.plan, alone.plan)
      else await sql`select emend.let_wait(${tenantId}, ${repairId}, ${settled}, 'its plan takes earlier repairs over')`.execute(trx)
    }
    await held.leave?.(trx)
    return settled
  })
  if (outcome === 'planned') {
    failpoint('B2')
    deps.onProgress?.({ repairId, type: 'plan:committed' })
  } else {
    deps.onProgress?.({ repairId, type: 'repair:waiting', detail: outcome })
  }
  return outcome
}

/** Plan, lock what the plan looked at beyond what the faults reach, and plan again until that is nothing. */
async function planLocked(trx: Trx, { deps, tenantId, repairId, epoch }: Held, planner: Planner): ReturnType<Planner['plan']> {
  const locked = new Set<number>()
  for (;;) {
    const { rows: [traced] } = await sql<TraceRow>`
      select * from emend.lock_affected(${tenantId}, ${repairId}, ${epoch}, ${planner.policy}, ${deps.limits.maxAffected})`.execute(trx)
    if (!traced) throw new EmendError('unexpected', `nothing was traced for repair ${repairId}`, { repair: repairId })
    for (const id of traced.affected) locked.add(id)
    const planned = await planner.plan(trx, traced)
    const fresh = planned.affected.filter((id) => !locked.has(id))
    if (fresh.length === 0) return planned
    await sql`select emend.lock_nodes(${tenantId}, ${fresh}::bigint[])`.execute(trx)
    for (const id of fresh) locked.add(id)
  }
}

async function writePlan(
  trx: Trx, { deps, tenantId, repairId, epoch }: Held, { plan, graphVersion }: Awaited<ReturnType<Planner['plan']>>,
): Promise<PlanOutcome> {
  const consequences = plan.rows.filter((row) => row.kind === 'memory' && row.proof?.kind === 'consequence').map((row) => row.id)
  const { rows: [row] } = await sql<{ outcome: PlanOutcome }>`
    select emend.settle_plan(${tenantId}, ${repairId}, ${epoch}, ${rowsJson(plan)}::jsonb, ${plan.hash}, ${graphVersion},
      ${plan.failedAnswer}, ${consequences}::bigint[], ${deps.limits.approveAbove ?? null}, ${toolEffects(deps.tools)}::jsonb) as outcome`.execute(trx)
  return row?.outcome ?? 'planned'
}

/** A plan that takes earlier repairs over is asked for, and what it would withdraw of its own is contained: until it is approved, nothing is taken over. */
async function askAgain(trx: Trx, { deps, tenantId, repairId }: Held, whole: Plan, alone: Plan): Promise<void> {
  await sql`select emend.contain_plan(${tenantId}, ${repairId}, ${rowsJson(alone)}::jsonb)`.execute(trx)
  await sql`select emend.await_plan(${tenantId}, ${repairId}, ${rowsJson(whole)}::jsonb, ${whole.hash}, ${toolEffects(deps.tools)}::jsonb,
    ${deps.limits.approveAbove ?? null})`.execute(trx)
}

/** Rows of a plan as the database takes them. */
function rowsJson(plan: Plan): string {
  return JSON.stringify(plan.rows.map((row) => ({
    node_id: row.id, disposition: row.disposition, rule: row.rule, reason: row.reason, is_affected: row.isAffected,
    is_supported: row.isSupported, is_invalid: row.isInvalid, is_stale_answer: row.isStaleAnswer,
    replay_position: row.replayPosition, proof: row.proof,
  })))
}

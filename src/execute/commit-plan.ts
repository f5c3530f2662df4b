/** Boundary B2: a plan over a graph that nobody can add to meanwhile, and the affected nodes withheld. */
import { sql } from 'kysely'
import { failpoint } from '../db/failpoints.js'
import { inTenant, type Trx } from '../db/transaction.js'
import type { Plan } from '../plan/types.js'
import type { PolicyName } from '../vocabulary.js'
import { forgetMerging, mergeOverlapping } from './merge-overlapping.js'
import type { Held } from './ports.js'

/** How to plan; repair.ts puts the stages together. */
export interface Planner {
  policy: PolicyName
  /** The plan, and every node that it looked at as affected. */
  plan(trx: Trx): Promise<{ plan: Plan; affected: number[]; graphVersion: number }>
}

/** Why a repair was not planned; null when it was. */
export type PlanOutcome = 'planned' | 'overlap' | 'approval'

/**
 * Plan a repair and commit the plan (method, sections 6 and 7.1). Locks the affected nodes and plans again until nothing
 * is added, so that no edge to a withdrawn node commits unseen (G7); containment stays while it waits. Earlier repairs that it
 * overlaps with are taken over (G11).
 *
 * @returns `planned`; `overlap` when an older repair goes first; `approval` when the plan is larger than the limit
 * @throws EmendError `lost_lease`, `repair_state`, `affected_too_large`
 */
export async function commitPlan(held: Held, planner: Planner): Promise<PlanOutcome> {
  const { deps, tenantId, repairId, epoch } = held
  const outcome = await inTenant(deps.db, { tenantId, role: 'worker' }, async (trx): Promise<PlanOutcome> => {
    const { rows: [first] } = await sql<{ ids: number[] }>`
      select emend.lock_affected(${tenantId}, ${repairId}, ${epoch}, ${planner.policy}, ${deps.limits.maxAffected}) as ids`.execute(trx)
    const locked = new Set(first?.ids)
    const lockMore = async (ids: number[]): Promise<boolean> => {
      const fresh = ids.filter((id) => !locked.has(id))
      if (fresh.length === 0) return false
      await sql`select emend.lock_nodes(${tenantId}, ${fresh}::bigint[])`.execute(trx)
      for (const id of fresh) locked.add(id)
      return true
    }
    const { options } = await trx.selectFrom('repair').select('options').where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).executeTakeFirstOrThrow()
    const planned = await mergeOverlapping(trx, { tenantId, repairId, policy: planner.policy, options }, async () => {
      let made = await planner.plan(trx)
      while (await lockMore(made.affected)) made = await planner.plan(trx)
      return made
    })
    const waitFor = async (reason: 'overlap' | 'approval'): Promise<PlanOutcome> => {
      await forgetMerging(trx)
      return wait(trx, held, reason)
    }

    const touched = planned.plan.rows.filter((row) => row.isAffected || row.disposition !== 'preserve').map((row) => row.id)
    const { rows: overlaps } = await sql<{ id: number }>`
      select id from emend.overlapping_repairs(${tenantId}, ${repairId}, ${touched}::bigint[]) as id`.execute(trx)
    if (overlaps.length > 0) return waitFor('overlap')
    if (planned.plan.rows.length > (deps.limits.approveAbove ?? Infinity) && !(await isApproved(trx, held))) return waitFor('approval')

    const consequences = planned.plan.rows.filter((row) => row.kind === 'memory' && row.proof?.kind === 'consequence').map((row) => row.id)
    const rows = planned.plan.rows.map((row) => ({
      node_id: row.id, disposition: row.disposition, rule: row.rule, reason: row.reason, is_affected: row.isAffected,
      is_supported: row.isSupported, is_invalid: row.isInvalid, is_stale_answer: row.isStaleAnswer,
      replay_position: row.replayPosition, proof: row.proof,
    }))
    await sql`select emend.commit_plan(${tenantId}, ${repairId}, ${epoch}, ${JSON.stringify(rows)}::jsonb, ${planned.plan.hash},
      ${planned.graphVersion}, ${planned.plan.failedAnswer}, ${consequences}::bigint[])`.execute(trx)
    return 'planned'
  })
  if (outcome === 'planned') {
    failpoint('B2')
    deps.onProgress?.({ repairId, type: 'plan:committed' })
  } else {
    deps.onProgress?.({ repairId, type: 'repair:waiting', detail: outcome })
  }
  return outcome
}

async function isApproved(trx: Trx, { tenantId, repairId }: Held): Promise<boolean> {
  const repair = await trx.selectFrom('repair').select('options')
    .where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).executeTakeFirstOrThrow()
  return (repair.options as { approved?: boolean }).approved === true
}

async function wait(trx: Trx, { tenantId, repairId }: Held, reason: 'overlap' | 'approval'): Promise<PlanOutcome> {
  const moved = await trx.updateTable('repair').set({ waiting_for: reason })
    .where('tenant_id', '=', tenantId).where('repair_id', '=', repairId)
    .where((eb) => eb.or([eb('waiting_for', 'is', null), eb('waiting_for', '<>', reason)]))
    .executeTakeFirst()
  if (moved.numUpdatedRows > 0n) {
    await trx.insertInto('event').values({ tenant_id: tenantId, type: 'repair:waiting', repair_id: repairId }).execute()
  }
  return reason
}

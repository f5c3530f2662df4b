/** Plan for faults as their repair would, and leave nothing behind. */
import type { Trx } from '../db/transaction.js'
import type { Plan, Policy } from '../plan/types.js'
import { markDecidedBefore } from './decided-before.js'
import { forgetMerging, mergeOverlapping } from './merge-overlapping.js'

/**
 * Plan for faults in a dry run: earlier repairs that the plan overlaps with are taken over, and stand again afterwards.
 *
 * @param plan for the faults of these numbers
 * @returns the last plan, as a repair would commit it
 */
export async function planWithoutTrace<P extends { plan: Plan; affected: number[] }>(
  trx: Trx, tenantId: number, faultIds: readonly number[], policy: Policy, plan: (faultIds: number[]) => Promise<P>,
): Promise<P> {
  const { name, ...ablations } = policy
  const { planned, merged } = await mergeOverlapping(trx, { tenantId, repairId: null, policy: name, options: ablations }, async (repairId) => {
    if (repairId === null) return plan([...faultIds])
    const taken = await trx.selectFrom('fault').select('fault_id').where('tenant_id', '=', tenantId)
      .where('repair_id', '=', repairId).where('state', '<>', 'withdrawn').execute()
    const made = await plan([...new Set([...faultIds, ...taken.map((row) => row.fault_id)])])
    return { ...made, plan: { ...made.plan, rows: await markDecidedBefore(trx, tenantId, repairId, made.plan.rows) } }
  })
  if (merged !== null) await forgetMerging(trx)
  return planned
}

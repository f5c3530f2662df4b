/** What the repairs that a repair has taken over had decided already. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { PlanRow } from '../plan/types.js'

/**
 * Mark rows of a plan that change nothing for who reads the store, because a repair that this one has taken over had decided the same of the
 * node.
 *
 * @param repairId the repair that the plan is for
 * @returns the rows, in the same order
 */
export async function markDecidedBefore(trx: Trx, tenantId: number, repairId: number, rows: readonly PlanRow[]): Promise<PlanRow[]> {
  const before = await trx.selectFrom('plan_row as p').innerJoin('repair as r', (join) => join.onRef('r.tenant_id', '=', 'p.tenant_id'))
    .select(['p.node_id', 'p.disposition', 'p.is_invalid', 'p.is_stale_answer'])
    .where('r.tenant_id', '=', tenantId).where('r.repair_id', '=', repairId).where('p.repair_id', '=', sql<number>`any(r.merged_repairs)`).execute()
  const known = new Set(before.map((row) => decision(row.node_id, row.disposition, row.is_invalid, row.is_stale_answer)))
  return rows.map((row) => (known.has(decision(row.id, row.disposition, row.isInvalid, row.isStaleAnswer)) ? { ...row, isDecidedBefore: true } : row))
}

/** Of a step, whether it may be cited; of a memory, whether it leaves or comes back. */
function decision(id: number, disposition: PlanRow['disposition'], isInvalid: boolean, isStaleAnswer: boolean): string {
  const isOfMemory = disposition === 'delete' || disposition === 'quarantine' || disposition === 'reopen'
  return `${id} ${isOfMemory ? disposition : `${isInvalid} ${isStaleAnswer}`}`
}

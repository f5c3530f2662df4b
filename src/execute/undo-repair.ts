/** Undo, because detectors raise false alarms. */
import { sql } from 'kysely'
import type { Db } from '../db/pool.js'
import { inTenant } from '../db/transaction.js'

/**
 * Undo a repair, or do an undone one again (method, section 8). Statuses and validity return to what they were before,
 * what the repair wrote leaves the active store, everything written since stays; all or nothing, journalled. Side effects
 * of tools stay.
 *
 * @param actor who asks, for the journal
 * @returns the state of the repair now: `undone`, or `done` when it was done again
 * @throws EmendError `not_found`; `repair_state`; `repair_conflict` naming the later repair that touched the same nodes
 */
export async function undoRepair(db: Db, tenantId: number, repairId: number, actor: string): Promise<'undone' | 'done'> {
  return inTenant(db, { tenantId, role: 'admin' }, async (trx) => {
    const { rows } = await sql<{ state: 'undone' | 'done' }>`
      select emend.undo_repair(${tenantId}, ${repairId}, ${actor}) as state`.execute(trx)
    return rows[0]?.state ?? 'undone'
  })
}

/**
 * Withdraw a diagnosis. Before its repair is planned the fault just leaves it; afterwards the repair is undone, and its
 * other faults, contained, are open again for a new one.
 *
 * @returns the repair that was undone, or null
 * @throws EmendError `not_found`; `repair_conflict` as undoRepair
 */
export async function withdrawFault(db: Db, tenantId: number, faultId: number, actor: string): Promise<number | null> {
  return inTenant(db, { tenantId, role: 'admin' }, async (trx) => {
    const { rows } = await sql<{ undone: number | null }>`
      select emend.withdraw_fault(${tenantId}, ${faultId}, ${actor}) as undone`.execute(trx)
    return rows[0]?.undone ?? null
  })
}

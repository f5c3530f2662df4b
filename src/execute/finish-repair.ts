/** Boundary B6: the repaired answer stands, and the faults rest. */
import { sql } from 'kysely'
import { failpoint } from '../db/failpoints.js'
import { inTenant, type Trx } from '../db/transaction.js'
import type { Held } from './ports.js'

/**
 * Finish a repair whose steps all have their results.
 *
 * Where plans are reviewed, what was recorded on withdrawn evidence meanwhile is taken in first, or waits for a person with the repair.
 *
 * @returns where the repair is then
 * @throws EmendError `lost_lease`, `repair_state`
 */
export async function finishRepair({ deps, tenantId, repairId, epoch, leave }: Held): Promise<'finished' | 'waiting'> {
  const state = await inTenant(deps.db, { tenantId, role: 'worker' }, async (trx) => {
    const waits = deps.limits.approveAbove !== undefined && await takeInLate(trx, tenantId, repairId, deps.limits.approveAbove)
    if (!waits) await sql`select emend.finish_repair(${tenantId}, ${repairId}, ${epoch})`.execute(trx)
    await leave?.(trx)
    return waits ? 'waiting' as const : 'finished' as const
  })
  if (state === 'finished') failpoint('B6')
  deps.onProgress?.(state === 'finished' ? { repairId, type: 'repair:finished' } : { repairId, type: 'repair:waiting', detail: 'approval' })
  return state
}

/** @returns whether the repair waits for a person */
async function takeInLate(trx: Trx, tenantId: number, repairId: number, approveAbove: number): Promise<boolean> {
  await sql`select emend.lock_tenant(${tenantId})`.execute(trx)
  await sql`select emend.settle_late(${tenantId}, ${approveAbove}, ${repairId})`.execute(trx)
  const repair = await trx.selectFrom('repair').select('waiting_for').where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).executeTakeFirst()
  return repair?.waiting_for === 'approval'
}

/** Boundary B6: the repaired answer stands, and the faults rest. */
import { sql } from 'kysely'
import { failpoint } from '../db/failpoints.js'
import { inTenant } from '../db/transaction.js'
import type { Held } from './ports.js'

/**
 * Finish a repair whose steps all have their results.
 *
 * @returns the regenerated answer, internal id; null when the old one was kept or none was affected
 * @throws EmendError `lost_lease`, `repair_state`
 */
export async function finishRepair({ deps, tenantId, repairId, epoch, leave }: Held): Promise<number | null> {
  const answer = await inTenant(deps.db, { tenantId, role: 'worker' }, async (trx) => {
    const { rows: [row] } = await sql<{ answer: number | null }>`
      select emend.finish_repair(${tenantId}, ${repairId}, ${epoch}) as answer`.execute(trx)
    await leave?.(trx)
    return row?.answer ?? null
  })
  failpoint('B6')
  deps.onProgress?.({ repairId, type: 'repair:finished' })
  return answer
}

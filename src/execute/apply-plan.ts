/** Boundary B3: all dispositions of a plan, or none. */
import { sql } from 'kysely'
import { failpoint } from '../db/failpoints.js'
import { inTenant } from '../db/transaction.js'
import type { Held } from './ports.js'

/**
 * Apply the committed plan of a repair in one transaction (method, section 6; G3).
 *
 * @returns false, with nothing changed, when it was applied before
 * @throws EmendError `lost_lease`, `repair_state`
 */
export async function applyPlan({ deps, tenantId, repairId, epoch, leave }: Held): Promise<boolean> {
  const applied = await inTenant(deps.db, { tenantId, role: 'worker' }, async (trx) => {
    const { rows } = await sql<{ applied: boolean }>`
      select emend.apply_plan(${tenantId}, ${repairId}, ${epoch}) as applied`.execute(trx)
    await leave?.(trx)
    return rows[0]?.applied ?? false
  })
  failpoint('B3')
  deps.onProgress?.({ repairId, type: 'plan:applied' })
  return applied
}

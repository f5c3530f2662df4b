/** Boundary B3: all dispositions of a plan, or none. */
import { sql } from 'kysely'
import { failpoint } from '../db/failpoints.js'
import { inTenant } from '../db/transaction.js'
import { toolEffects } from './plan-effects.js'
import type { Held } from './ports.js'

/**
 * Apply the committed plan of a repair in one transaction (method, section 6; G3).
 *
 * @returns `before`, with nothing changed, when it was applied before; `waiting` where the tenant came under review since
 * @throws EmendError `lost_lease`, `repair_state`
 */
export async function applyPlan({ deps, tenantId, repairId, epoch, leave }: Held): Promise<'applied' | 'before' | 'waiting'> {
  const applied = await inTenant(deps.db, { tenantId, role: 'worker' }, async (trx) => {
    const { rows: [row] } = await sql<{ applied: boolean | null }>`
      select emend.apply_plan(${tenantId}, ${repairId}, ${epoch}, ${toolEffects(deps.tools)}::jsonb, ${deps.limits.approveAbove ?? null}) as applied`.execute(trx)
    await leave?.(trx)
    return row?.applied === null ? 'waiting' : row?.applied ? 'applied' : 'before'
  })
  if (applied === 'waiting') {
    deps.onProgress?.({ repairId, type: 'repair:waiting', detail: 'approval' })
    return applied
  }
  failpoint('B3')
  deps.onProgress?.({ repairId, type: 'plan:applied' })
  return applied
}

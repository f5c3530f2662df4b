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
export async function finishRepair({ deps, tenantId, repairId, epoch }: Held): Promise<number | null> {
  const answer = await inTenant(deps.db, { tenantId, role: 'worker' }, async (trx) => {
    const row = await trx.selectFrom('replay_step')
      .innerJoin('repair', (join) => join.onRef('repair.tenant_id', '=', 'replay_step.tenant_id').onRef('repair.repair_id', '=', 'replay_step.repair_id'))
      .select('replay_step.new_step_id')
      .where('replay_step.tenant_id', '=', tenantId).where('replay_step.repair_id', '=', repairId)
      .whereRef('replay_step.step_id', '=', 'repair.failed_answer_id').executeTakeFirst()
    const newAnswer = row?.new_step_id ?? null
    await sql`select emend.finish_repair(${tenantId}, ${repairId}, ${epoch}, ${newAnswer})`.execute(trx)
    return newAnswer
  })
  failpoint('B6')
  deps.onProgress?.({ repairId, type: 'repair:finished' })
  return answer
}

/** A stale answer of another session, made again on request. */
import { sql } from 'kysely'
import type { Db } from '../db/pool.js'
import { inTenant } from '../db/transaction.js'

/**
 * Open a repair without faults that regenerates one stale answer over the repaired store (method, section 6): the answer
 * and its invalid prerequisites are replayed in order. Run it with runRepair, or leave it to a worker.
 *
 * @param answerId internal id of an invalid final answer
 * @returns the repair, ready to replay
 * @throws EmendError `repair_state` when the answer is valid, or its own repair is still at work
 */
export async function openRegeneration(db: Db, tenantId: number, answerId: number): Promise<number> {
  return inTenant(db, { tenantId, role: 'worker' }, async (trx) => {
    const { rows } = await sql<{ repair: number }>`
      select emend.open_regeneration(${tenantId}, ${answerId}) as repair`.execute(trx)
    return rows[0]?.repair ?? 0
  })
}

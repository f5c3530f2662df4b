/** What a worker does for memories that others have recorded. */
import { sql } from 'kysely'
import type { Db } from '../db/pool.js'
import { inTenant } from '../db/transaction.js'
import { segmentPending } from '../record/segment-pending.js'
import { quarantineResurrected } from '../verify/resurrected.js'

/** Memories that are looked at in one transaction. */
const batch = 500

/**
 * Hold new memories against the tombstones, and cut the words of those that plain SQL has recorded. One batch of each.
 *
 * @returns whether there is more to do
 */
export async function tendMemories(db: Db, tenantId: number): Promise<boolean> {
  return inTenant(db, { tenantId, role: 'worker' }, async (trx) => {
    await sql`select emend.lock_tenant(${tenantId})`.execute(trx)
    const { rows } = await sql<{ id: number }>`select id from emend.unchecked_memories(${tenantId}, ${batch}) as id`.execute(trx)
    const last = rows.at(-1)?.id
    if (last !== undefined) {
      await quarantineResurrected(trx, tenantId, rows.map((row) => row.id))
      await trx.updateTable('tombstone').set({ checked_t: last }).where('tenant_id', '=', tenantId).where('lifted_at', 'is', null)
        .where('checked_t', '<', last).execute()
    }
    const cut = await segmentPending(trx, tenantId, batch)
    return rows.length === batch || cut === batch
  })
}

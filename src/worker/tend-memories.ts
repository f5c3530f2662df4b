/** What a worker does for memories that others have recorded. */
import { sql } from 'kysely'
import type { Db } from '../db/pool.js'
import { inTenant, type Trx } from '../db/transaction.js'
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
    const ids = rows.map((row) => row.id)
    await quarantineResurrected(trx, tenantId, ids)
    const settled = await lastSettled(trx, tenantId, ids)
    if (settled !== null) {
      await trx.updateTable('tombstone').set({ checked_t: settled }).where('tenant_id', '=', tenantId).where('lifted_at', 'is', null)
        .where('checked_t', '<', settled).execute()
    }
    const cut = await segmentPending(trx, tenantId, batch)
    return (ids.length === batch && settled !== null) || cut === batch
  })
}

/** The youngest of these that no older one can still appear behind: a transaction may commit a smaller id later than a larger one. */
async function lastSettled(trx: Trx, tenantId: number, ids: number[]): Promise<number | null> {
  if (ids.length === 0) return null
  const row = await trx.selectFrom('node').select((eb) => eb.fn.max('node_id').as('id')).where('tenant_id', '=', tenantId)
    .where('node_id', '=', sql<number>`any(${ids}::bigint[])`).where('recorded_at', '<', sql<Date>`now() - interval '30 seconds'`).executeTakeFirst()
  return row?.id ?? null
}

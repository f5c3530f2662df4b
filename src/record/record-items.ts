/** The door that everything recorded comes through. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { RecordItem } from './items.js'
import { prepareItems } from './prepare-items.js'

/** What became of one item. */
export interface RecordedItem {
  id: string
  /** Internal id, and its tick of the clock. */
  nodeId: number
  /** False where the id was recorded before; it is left as it is. */
  isNew: boolean
}

/**
 * Record inputs, memories and steps in one round trip, all or nothing. Recording the same items again changes nothing.
 *
 * @param tenantId tenant of the transaction
 * @param items in clock order, at most 10,000
 * @param options.onWithdrawn `refuse` (default): citing what a repair has withdrawn is an error that names the repair, to be met by
 *   reading again; `accept`: it is recorded, and withheld like what it rests on
 * @returns one entry an item, in order
 * @throws EmendError `bad_item`, `bad_text`, `too_large`, `duplicate_id`, `unknown_id`, `backwards_edge`, `not_a_memory`,
 *   `withdrawn_evidence`, `tombstoned`; nothing of the call was recorded then
 */
export async function recordItems(
  trx: Trx, tenantId: number, items: RecordItem[], options: { onWithdrawn?: 'refuse' | 'accept' } = {},
): Promise<RecordedItem[]> {
  const { rows } = await sql<{ id: string; node_id: number; is_new: boolean }>`
    select id, node_id, is_new from emend.record_steps(${prepareItems(items)}::jsonb, ${options.onWithdrawn ?? 'refuse'})
     where emend.current_tenant_id() = ${tenantId}`.execute(trx)
  return rows.map((row) => ({ id: row.id, nodeId: Number(row.node_id), isNew: row.is_new }))
}

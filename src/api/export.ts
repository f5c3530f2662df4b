/** The record of a tenant, to take along. */
import { sql } from 'kysely'
import { recordItem, type RecordItem } from '../record/items.js'
import type { ApiContext } from './context.js'

/**
 * Everything that was recorded, in clock order; `importItems` and case files take it as it is. Memories state the status that
 * they have now. Faults and repairs are no part of it.
 *
 * @example
 * const items = await emend.exportItems()
 * await other.importItems(items)
 */
export type ExportVerb = () => Promise<RecordItem[]>

/** Make the verb for one tenant. */
export function exportVerb({ as, tenantId }: ApiContext): ExportVerb {
  return () => as('auditor', async (trx) => {
    const { rows } = await sql<{ item: unknown }>`select i as item from emend.recorded_items(${tenantId}::integer) i`.execute(trx)
    return rows.map(({ item }) => recordItem.parse(item))
  })
}

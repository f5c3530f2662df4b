/** The record of a tenant, to take along. */
import { sql } from 'kysely'
import { recordItem, type RecordItem } from '../record/items.js'
import type { EdgeBasis, EdgeLabel } from '../vocabulary.js'
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

/** One node depends on another. */
export interface ExportedEdge {
  source: string
  target: string
  label: Exclude<EdgeLabel, 'chain'>
  basis: EdgeBasis
}

/** Every edge that is stored, by target, source and label; between the ids of `exportItems`. */
export type ExportEdgesVerb = () => Promise<ExportedEdge[]>

/** Make the verb for one tenant. */
export function exportEdgesVerb({ as, tenantId }: ApiContext): ExportEdgesVerb {
  return () => as('auditor', async (trx) => (await sql<ExportedEdge>`
    select source, target, label, basis from emend.graph_edge where tenant_id = ${tenantId} and label <> 'chain' order by target_id, source_id, label`.execute(trx)).rows)
}

/** Make the verb for one tenant. */
export function exportVerb({ as, tenantId }: ApiContext): ExportVerb {
  return () => as('auditor', async (trx) => {
    const { rows } = await sql<{ item: unknown }>`select i as item from emend.recorded_items(${tenantId}::integer) i`.execute(trx)
    return rows.map(({ item }) => recordItem.parse(item))
  })
}

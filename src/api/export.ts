/** The record of a tenant, to take along. */
import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../db/transaction.js'
import { recordItem, type RecordItem } from '../record/items.js'
import type { EdgeBasis, EdgeLabel, NodeKind } from '../vocabulary.js'
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
  sourceKind: NodeKind
  target: string
  targetKind: NodeKind
  label: Exclude<EdgeLabel, 'chain'>
  basis: EdgeBasis
}

/** The record as of one moment; each pass over it reads anew and holds a few rows at a time. One pass ends before the next begins. */
export interface RecordSnapshot {
  /** What `exportItems` gives. */
  items(): AsyncIterable<RecordItem>
  /** Every edge that is stored, by target, source and label; between the ids of the items. */
  edges(): AsyncIterable<ExportedEdge>
}

/**
 * Read the record in as many passes as it takes, whatever its size.
 *
 * @example
 * await emend.readRecord(async ({ items }) => { for await (const item of items()) console.log(item.id) })
 */
export type ReadRecordVerb = <T>(read: (record: RecordSnapshot) => Promise<T>) => Promise<T>

/** Rows that are read from the database at once. */
const pageSize = 500

const itemsOf = (tenantId: number): RawBuilder<{ item: unknown }> => sql`select i as item from emend.recorded_items(${sql.lit(tenantId)}::integer) i`
const edgesOf = (tenantId: number): RawBuilder<ExportedEdge> => sql`
  select source, source_kind as "sourceKind", target, target_kind as "targetKind", label, basis from emend.graph_edge
   where tenant_id = ${sql.lit(tenantId)} and label <> 'chain' order by target_id, source_id, label`

/** Make the verb for one tenant. */
export function readRecordVerb({ as, tenantId }: ApiContext): ReadRecordVerb {
  return (read) => as('auditor', async (trx) => {
    await sql`set transaction isolation level repeatable read`.execute(trx)
    return read({
      async* items() {
        for await (const { item } of rowsOf(trx, itemsOf(tenantId))) yield recordItem.parse(item)
      },
      edges: () => rowsOf(trx, edgesOf(tenantId)),
    })
  })
}

async function* rowsOf<T>(trx: Trx, query: RawBuilder<T>): AsyncGenerator<T> {
  await sql`declare record no scroll cursor for ${query}`.execute(trx)
  for (let size = pageSize; size === pageSize;) {
    const { rows } = await sql<T>`fetch ${sql.lit(pageSize)} from record`.execute(trx)
    yield* rows
    size = rows.length
  }
  await sql`close record`.execute(trx)
}

/** Make the verb for one tenant. */
export function exportVerb({ as, tenantId }: ApiContext): ExportVerb {
  return () => as('auditor', async (trx) => (await itemsOf(tenantId).execute(trx)).rows.map(({ item }) => recordItem.parse(item)))
}

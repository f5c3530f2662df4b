/** The worker pass that cuts into words what plain SQL has recorded. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import { segment } from './segment.js'

/**
 * Cut the words of memories that were recorded without. Until then they are found by trigrams and by their own spelling.
 *
 * @param limit how many at most
 * @returns how many were cut; fewer than `limit` means that none is left. Several workers may do it at once.
 */
export async function segmentPending(trx: Trx, tenantId: number, limit = 500): Promise<number> {
  const { rows } = await sql<{ memory_id: number; content: string }>`
    select * from emend.take_unsegmented(${tenantId}::integer, ${limit}::integer)`.execute(trx)
  if (rows.length === 0) return 0
  await sql`
    select emend.set_segments(${tenantId}::integer, ${rows.map((row) => row.memory_id)}::bigint[], ${rows.map((row) => segment(row.content))}::text[])
  `.execute(trx)
  return rows.length
}

/** Reads that a fault acted on by what it kept out of the store, or by the place that it took in their ranks. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'

/**
 * Find reads outside A0 that could have returned a good memory which the fault kept out, or which ranked one that is to leave without
 * returning it (arm facts; method, section 4). They are candidates: whoever executes them again knows whether their results change.
 *
 * @param about.from only reads younger than this tick, that of the oldest seed
 * @param about.memories good memories that the repair brings back
 * @param about.leaving memories that it takes out
 * @param about.affected A0
 * @returns internal ids in clock order; none where no memory is brought back and none leaves
 */
export async function phantomReads(
  trx: Trx, tenantId: number, about: { from: number; memories: readonly number[]; leaving: readonly number[]; affected: readonly number[] },
): Promise<number[]> {
  if (about.memories.length + about.leaving.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select id from emend.phantom_reads(${tenantId}, ${about.from}, ${about.memories}::bigint[], ${about.affected}::bigint[]) as id
     union select id from emend.crowded_reads(${tenantId}, ${about.from}, ${about.leaving}::bigint[], ${about.affected}::bigint[]) as id
     order by id`.execute(trx)
  return rows.map((row) => row.id)
}

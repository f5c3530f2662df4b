/** Reads that a fault acted on by what it kept out of the store. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'

/**
 * Find reads outside A0 that could have returned a good memory which the fault kept out (arm facts; method, section 4).
 * They are candidates: whoever executes them again knows whether their results change.
 *
 * @param about.from only reads younger than this tick, that of the oldest seed
 * @param about.memories good memories that the repair brings back
 * @param about.affected A0
 * @returns internal ids in clock order; none where no memory is brought back
 */
export async function phantomReads(
  trx: Trx, tenantId: number, about: { from: number; memories: readonly number[]; affected: readonly number[] },
): Promise<number[]> {
  if (about.memories.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select id from emend.phantom_reads(
      ${tenantId}, ${about.from}, ${about.memories}::bigint[], ${about.affected}::bigint[]) as id order by id`.execute(trx)
  return rows.map((row) => row.id)
}

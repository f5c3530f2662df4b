/** What earlier repairs left invalid, and a later one needs. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'

/**
 * Find steps outside A0 that earlier repairs made invalid without replaying them, and on which what is replayed now stands
 * (G11): one repair of all the faults would have replayed them too.
 *
 * @param about.answers answers that are made again
 * @param about.steps other steps that are replayed
 * @param about.affected A0
 * @returns internal ids in clock order; none where nothing was repaired before
 */
export async function leftInvalid(
  trx: Trx, tenantId: number, about: { answers: readonly number[]; steps: readonly number[]; affected: readonly number[] },
): Promise<number[]> {
  if (about.answers.length + about.steps.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select id from emend.left_invalid(${tenantId}, ${about.answers}::bigint[], ${about.steps}::bigint[], ${about.affected}::bigint[]) as id order by id`.execute(trx)
  return rows.map((row) => row.id)
}

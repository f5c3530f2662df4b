/** A0: every node that may carry content of a fault. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { PolicyName } from '../vocabulary.js'
import type { Root } from './seed-roots.js'

/**
 * Walk the labels of dataflow forward from the roots (method, section 4; paper, section 3.3). The cost follows the result, not
 * the store: about 4 microseconds a node.
 *
 * @param roots seed and memory of each fault with the tick of the seed; see seedRoots
 * @param policy facts never follows supersede
 * @param cap most nodes, EMEND_MAX_AFFECTED
 * @returns internal ids in clock order, roots included
 * @throws EmendError `affected_too_large`
 */
export async function affectedSet(
  trx: Trx, tenantId: number, roots: readonly Root[], policy: PolicyName, cap: number,
): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(array_agg(id order by id), '{}') as ids from emend.affected_set(
      ${tenantId}, ${roots.map(({ id }) => id)}::bigint[], ${roots.map(({ from }) => from)}::bigint[], ${policy}, ${cap}) as id
  `.execute(trx)
  return rows[0]?.ids ?? []
}

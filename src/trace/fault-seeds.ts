/** Where the walk from each fault starts. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { FaultSeed } from '../plan/types.js'

/**
 * Find the seed of each fault: its failed retirement, else the step that produced the memory, else the memory itself
 * (method, section 4; paper, section 3.3).
 *
 * @param faultIds in any state
 * @returns one seed a fault, sorted by fault; ids that do not exist give none
 *
 * @example
 * const seeds = await faultSeeds(trx, tenantId, [1, 2])
 * const affected = await affectedSet(trx, tenantId, seedRoots(seeds), 'facts', 1_000_000)
 */
export async function faultSeeds(trx: Trx, tenantId: number, faultIds: number[]): Promise<FaultSeed[]> {
  const { rows } = await sql<{ fault_id: number; memory_id: number; detector: string; seed_id: number; kind: FaultSeed['kind'] }>`
    select * from emend.fault_seed(${tenantId}, ${faultIds}::bigint[]) order by fault_id`.execute(trx)
  return rows.map((row) => ({
    faultId: row.fault_id, memoryId: row.memory_id, detector: row.detector, seedId: row.seed_id, kind: row.kind,
  }))
}

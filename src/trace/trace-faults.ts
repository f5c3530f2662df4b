/** The walk from faults: where it starts, and what it reaches. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { FaultSeed } from '../plan/types.js'
import type { PolicyName } from '../vocabulary.js'

/** What faults reach. */
export interface Traced {
  /** The faults, in any state. */
  faults: number[]
  /** One seed a fault, sorted by fault; ids that do not exist have none. */
  seeds: FaultSeed[]
  /** A0, internal ids in clock order. */
  affected: number[]
  /** Answers that the faults name, as they stand now. */
  answers: number[]
  /** Faults that name none. */
  unnamed: number[]
  /** What the walk started from besides the faults: what rests on erased data. */
  roots: number[]
}

/** The row of emend.trace_faults and emend.lock_affected. */
export interface TraceRow extends Omit<Traced, 'seeds'> {
  seeds: { fault_id: number; memory_id: number; detector: string; seed_id: number; kind: FaultSeed['kind'] }[]
}

/**
 * Trace faults in one round trip (method, section 4): the seeds of faultSeeds, and the affected set from them.
 *
 * @param cap most nodes, EMEND_MAX_AFFECTED
 * @param roots nodes that the walk starts from as well, without a fault
 * @throws EmendError `affected_too_large`
 */
export async function traceFaults(trx: Trx, tenantId: number, faultIds: number[], policy: PolicyName, cap: number, roots: readonly number[] = []): Promise<Traced> {
  const { rows: [row] } = await sql<TraceRow>`
    select * from emend.trace_faults(${tenantId}, ${faultIds}::bigint[], ${policy}, ${cap}, ${roots}::bigint[])`.execute(trx)
  return readTrace(row ?? { faults: [], seeds: [], affected: [], answers: [], unnamed: [], roots: [] })
}

/** Read the row of emend.trace_faults or emend.lock_affected. */
export function readTrace({ seeds, ...rest }: TraceRow): Traced {
  return {
    ...rest,
    seeds: seeds.map((seed) => ({ faultId: seed.fault_id, memoryId: seed.memory_id, detector: seed.detector, seedId: seed.seed_id, kind: seed.kind })),
  }
}

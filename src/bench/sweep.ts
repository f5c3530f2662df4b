/** `emend bench sweep`: trace and support over affected sets of several sizes in one large store. */
import type { Emend, SweepMeasured } from '../index.js'

/** What to build, and what to measure. */
export interface SweepBench {
  /** Nodes of the store; default 1,000,000. */
  nodes?: number
  /** Sizes of the affected sets; default 20, 1,000, 10,000, 100,000, as far as they are a tenth of the store at most. */
  affected?: number[]
  /** Repetitions, of which the median is taken; default 5. */
  runs?: number
  /** Told now and then how many nodes are written. */
  onProgress?: (written: number) => void
}

/**
 * Build a store in a transaction that is rolled back, and time trace and support. A million nodes need 2 GB of disk, which the database keeps until
 * it is vacuumed.
 *
 * @param emend connected as the owner of the tables
 *
 * @example
 * const { sizes } = await benchSweep(emend, { nodes: 1_000_000 })
 */
export function benchSweep(emend: Emend, options: SweepBench = {}): Promise<SweepMeasured> {
  const { nodes = 1_000_000, runs = 5, onProgress } = options
  const affected = (options.affected ?? [20, 1_000, 10_000, 100_000].filter((size) => size * 10 <= nodes)).toSorted((a, b) => a - b)
  return emend.measure.sweep({ nodes, affected, runs, ...(onProgress ? { onProgress } : {}) })
}

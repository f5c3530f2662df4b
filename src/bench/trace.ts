/** `emend bench trace`: the walk from one fault in a large store. */
import type { Emend, TraceMeasured } from '../index.js'

/**
 * Build a store in a transaction that is rolled back, and time the walk.
 *
 * @param emend connected as the owner of the tables
 * @param options edges of the store (default 600,000), nodes that the fault reaches (200), timed runs (21)
 *
 * @example
 * const { medianMs } = await benchTrace(emend, { edges: 600_000, affected: 200 })
 */
export function benchTrace(emend: Emend, options: { edges?: number; affected?: number; runs?: number }): Promise<TraceMeasured> {
  return emend.measure.trace({ edges: options.edges ?? 600_000, affected: options.affected ?? 200, runs: options.runs ?? 21 })
}

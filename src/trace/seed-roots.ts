/** From seeds to the roots of the walk. */
import type { FaultSeed } from '../plan/types.js'

/** A node that the walk starts from, and the first tick that may be affected by its fault. */
export interface Root {
  id: number
  from: number
}

/**
 * The roots of faults: of each its seed and its memory, both from the tick of the seed. Both are needed, because a failed
 * retirement has no outgoing dataflow.
 *
 * @returns in the order of the seeds, without repetition
 */
export function seedRoots(seeds: readonly FaultSeed[]): Root[] {
  const roots = new Map<string, Root>()
  for (const { seedId, memoryId } of seeds) {
    for (const id of [seedId, memoryId]) roots.set(`${id} ${seedId}`, { id, from: seedId })
  }
  return [...roots.values()]
}

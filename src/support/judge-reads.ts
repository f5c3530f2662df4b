/** Which affected reads are still what the repaired store returns. Pure. */
import type { ReadResult, Verdict } from '../plan/types.js'
import type { PlanGraph } from './plan-graph.js'
import { indexGraph } from './premises.js'

/**
 * Judge the affected reads, last of all, because they are no evidence (method, section 5).
 *
 * @param results of the reads executed again over the store as the plan leaves it; a read without a recorded query has none
 * @param leaving memories that the plan deletes or quarantines
 * @returns a read stands unless a result of it leaves the store, the set of its results changes, or it could not be executed exactly; in
 *   clock order
 */
export function judgeReads(graph: PlanGraph, results: readonly ReadResult[], leaving: ReadonlySet<number>): Verdict[] {
  const { nodes } = indexGraph(graph)
  const again = new Map(results.map((result) => [result.readId, { found: new Set(result.results), isInexact: result.isExact === false }]))
  return graph.nodes.filter((node) => node.isAffected && node.kind === 'memory_read').map((read) => {
    const before = new Set(read.used.filter((id) => nodes.get(id)?.kind === 'memory'))
    const { found: now, isInexact = false } = again.get(read.id) ?? {}
    const left = [...before].filter((id) => leaving.has(id) || (now && !now.has(id)))
    const came = [...now ?? []].filter((id) => !before.has(id))
    const isUnchanged = left.length === 0 && came.length === 0 && !isInexact
    return { id: read.id, isSupported: isUnchanged, proof: { kind: 'reexecuted', isUnchanged, left, came, ...(isInexact ? { isInexact: true } : {}) } }
  })
}

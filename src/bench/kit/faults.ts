/** Diagnosed faults, and what they reach. */
import type { Emend, PolicyName, TracedNode } from '../../index.js'
import type { PublicCase } from '../controlled/types.js'

/** Diagnose all faults of a case. Their memories are out of retrieval from here on. @returns numbers of the faults */
export async function addFaults(emend: Emend, one: PublicCase, policy: PolicyName): Promise<number[]> {
  const ids: number[] = []
  for (const { memoryId } of one.faults) ids.push((await emend.faults.add({ memoryId, policy, failedAnswerId: one.failedAnswer, detector: 'benchmark' })).id)
  return ids
}

/** Everything that may carry content of the faults, in clock order; the store is as before afterwards. */
export async function traceOnly(emend: Emend, one: PublicCase): Promise<TracedNode[]> {
  const faults = await addFaults(emend, one, 'paper')
  const nodes = await emend.repairs.trace(faults, 'paper')
  for (const id of faults) await emend.faults.withdraw(id, 'benchmark')
  return nodes
}

/** Actions and observations. */
import type { PlanNode, Proof } from '../plan/types.js'
import type { Case } from './judge.js'
import { citedBy } from './premises.js'

/**
 * An action stands with its plan and an observation with its action; both fall with any affected premise of their own that
 * does not stand. What is outside A0 cannot make them fall, unless it was erased.
 *
 * @returns the proof names the plan, action or premise that decided
 */
export function inheritVerdict({ index, rescued }: Case, node: PlanNode): { isSupported: boolean; proof: Proof } {
  const origin = node.kind === 'tool_action' ? { label: 'initiate', kind: 'plan' } : { label: 'produce', kind: 'tool_action' }
  const origins: number[] = []
  const own: number[] = []
  for (const { source, label } of index.into(node.id)) {
    if (label === origin.label && index.nodes.get(source)?.kind === origin.kind) origins.push(source)
    else if (label === 'cite' || label === 'support' || label === 'derive') own.push(...citedBy(index, source).map(({ id }) => id))
  }
  const affected = [...origins, ...own].filter((id) => index.nodes.get(id)?.isAffected || index.nodes.get(id)?.isErased)
  const fallen = affected.find((id) => !rescued.has(id))
  const from = fallen ?? affected[0] ?? origins[0] ?? own[0] ?? node.id
  return { isSupported: fallen === undefined, proof: { kind: 'inherited', from } }
}

import { actionOf } from '../relations.js'
import type { Decision, Planning } from '../planning.js'
import { names } from '../reasons.js'

/**
 * R4: what made a fault, or failed to retire it, is replayed even if itself supported, so that a correct replacement is made.
 *
 * A failed retirement is left alone where it did its work but for the retiring: a product of its own that is not faulty and
 * stands was active before the repair. (That test does not apply to the producer of a fault: a sound sibling is no replacement.)
 * Where an observation made the fault, its action is run again. What an earlier repair made for this reason is made again if it falls.
 *
 * @returns by step; not yet decided whether an earlier repair has settled it
 */
export function replayProducers(planning: Planning, invalid: ReadonlySet<number>): Map<number, Decision<'replay'>> {
  const rows = new Map<number, Decision<'replay'>>()
  for (const seed of planning.seeds) {
    const step = planning.node(seed.seedId)
    if (!step || seed.kind === 'memory' || rows.has(step.id)) continue
    const made = planning.seeds.filter(({ seedId, kind }) => seedId === step.id && kind === 'producer').map(({ memoryId }) => memoryId)
    const missed = planning.seeds
      .filter(({ seedId, kind }) => seedId === step.id && kind === 'failed_retirement')
      .map(({ memoryId }) => memoryId)
    if (made.length === 0 && hasStandingProduct(planning, step.id)) continue
    const action = step.kind === 'tool_observation' ? actionOf(planning, step) : step
    const did = [
      made.length > 0 ? `made ${names(planning, made)}` : '',
      missed.length > 0 ? `failed to retire ${names(planning, missed)}` : '',
    ].filter(Boolean)
    if (action) rows.set(action.id, { disposition: 'replay', rule: 'R4', reason: `${did.join(' and ')}; a correct replacement is made` })
  }
  for (const step of planning.nodes) {
    if (!step.isOwed || !invalid.has(step.id) || rows.has(step.id)) continue
    rows.set(step.id, { disposition: 'replay', rule: 'R4', reason: step.place === step.id ? 'an earlier repair found no correct replacement' : 'an earlier repair made it as a correct replacement, and it falls' })
  }
  return rows
}

/** The product of a failed retirement that makes replaying it needless; null when there is none. */
export function standingProduct(planning: Planning, stepId: number): number | null {
  const products = (planning.node(stepId)?.generated ?? []).flatMap((id) => planning.node(id) ?? [])
  const standing = products.find(
    (product) =>
      product.status === 'active' && !planning.faulty.has(product.id) && (!product.isAffected || planning.isSupported(product.id)),
  )
  return standing?.id ?? null
}

function hasStandingProduct(planning: Planning, stepId: number): boolean {
  return planning.policy.planner && standingProduct(planning, stepId) !== null
}

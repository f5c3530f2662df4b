/** Arm paper: one clean root anywhere saves the node. */
import type { PlanNode } from '../plan/types.js'
import type { Case, Examine } from './judge.js'
import { citedBy, type GraphIndex } from './premises.js'

const evidence: ReadonlySet<string> = new Set(['support', 'cite', 'derive'])

/**
 * The published test (method, section 5; paper, section 3.4).
 *
 * - A memory: derived, active, and a backward path through its producing step and support, cite and derive edges reaches a
 *   trusted root. The path may run through A0, never through a fault. Found by one forward spread from all trusted roots.
 *   An affected root memory is its own root while it is active.
 * - A step: one direct support, derive or cite predecessor outside A0 is an input, an active memory, an observation or a claim;
 *   who cites a read cites its results.
 * - What was preserved validates nobody. Inferred edges are not followed.
 */
export function examineByPath(open: Case): Examine {
  const cameFrom = spread(open)
  return (node) => {
    const path = node.kind === 'memory' || node.kind === 'input' ? pathTo(cameFrom, node) : directSupport(open.index, node)
    return path
      ? { isSupported: true, proof: { kind: 'path', path } }
      : { isSupported: false, proof: { kind: 'no_clean_premise', dirty: affectedPremises(open.index, node) } }
  }
}

/** Where a path from a trusted root enters each node; null at the root itself. */
type CameFrom = ReadonlyMap<number, number | null>

function spread({ index, faulty }: Case): CameFrom {
  const out = new Map<number, number[]>()
  const reached = new Map<number, number | null>()
  for (const node of index.nodes.values()) {
    if (isTrustedRoot(node, faulty)) reached.set(node.id, null)
    for (const { source, label, basis } of index.into(node.id)) {
      if (basis === 'inferred' || faulty.has(node.id)) continue
      if (!evidence.has(label) && !(label === 'produce' && node.kind === 'memory')) continue
      const targets = out.get(source)
      if (targets) targets.push(node.id)
      else out.set(source, [node.id])
    }
  }
  for (const id of reached.keys()) {  // a map yields what is added while it is walked: breadth first, so paths are shortest
    for (const target of out.get(id) ?? []) if (!reached.has(target)) reached.set(target, id)
  }
  return reached
}

function isTrustedRoot(node: PlanNode, faulty: ReadonlySet<number>): boolean {
  if (node.kind === 'input') return true
  if (node.kind === 'tool_observation') return !node.isAffected && !node.isInvalidBefore
  return node.kind === 'memory' && !faulty.has(node.id) && isActive(node) && !isDerived(node)
}

function isActive(node: PlanNode): boolean {
  return node.status === 'active' && !node.isWithheld
}

function isDerived(node: PlanNode): boolean {
  return node.producedBy !== null || node.derivedFrom.length > 0
}

function pathTo(cameFrom: CameFrom, node: PlanNode): number[] | null {
  if (!cameFrom.has(node.id) || (node.kind === 'memory' && node.status !== 'active')) return null
  const path: number[] = []
  for (let id: number | null = node.id; id !== null; id = cameFrom.get(id) ?? null) path.unshift(id)
  return path
}

function directSupport(index: GraphIndex, node: PlanNode): number[] | null {
  for (const { source, label, basis } of index.into(node.id)) {
    if (!evidence.has(label) || basis === 'inferred') continue
    const found = citedBy(index, source).find(({ id, maySupport }) => maySupport && isDirectEvidence(index.nodes.get(id)))
    if (found) return found.id === source ? [source, node.id] : [found.id, source, node.id]
  }
  return null
}

function isDirectEvidence(node: PlanNode | undefined): boolean {
  if (!node || node.isAffected) return false
  if (node.kind === 'input') return true
  if (node.kind === 'memory') return isActive(node)
  return (node.kind === 'tool_observation' || node.kind === 'claim') && !node.isInvalidBefore
}

function affectedPremises(index: GraphIndex, node: PlanNode): number[] {
  const cited = index.into(node.id).filter(({ label }) => evidence.has(label) || label === 'produce')
    .flatMap(({ source }) => citedBy(index, source).map(({ id }) => id))
  return [...new Set(cited)].filter((id) => index.nodes.get(id)?.isAffected).sort((a, b) => a - b)
}

import type { Decision, Planning } from './planning.js'
import { names } from './reasons.js'
import type { PlanNode } from './types.js'

/**
 * What retired each memory: what names it in supersedes; where nothing does, what came out of the steps that consumed it.
 */
function superseders(planning: Planning): Map<number, Set<number>> {
  const declared = new Map<number, Set<number>>()
  const consumed = new Map<number, Set<number>>()
  const add = (to: Map<number, Set<number>>, old: number, next: number): void => {
    if (old !== next) to.set(old, (to.get(old) ?? new Set()).add(next))
  }
  for (const node of planning.nodes) {
    if (node.kind === 'memory') for (const old of node.supersedes) add(declared, old, node.id)
    for (const { target, label } of planning.out(node.id)) if (label === 'supersede') add(declared, node.id, target)
    for (const old of node.consumed) for (const next of node.generated) add(consumed, old, next)
  }
  for (const [old, next] of consumed) if (!declared.has(old)) declared.set(old, next)
  return declared
}

/**
 * R12: memories whose retirement was the work of a fault, and whom nothing else replaces.
 *
 * A superseded memory is reopened when one of its superseders leaves in this plan, and no chain of superseders ends at a memory
 * that stays. Not reopened: what is faulty or leaves itself, what an earlier repair took out, and what a stale memory retired
 * (its fault is that it stayed, not what it replaced).
 *
 * @param leaving what this plan deletes and quarantines
 * @returns by memory, the reason
 */
export function reopenRetired(planning: Planning, leaving: ReadonlySet<number>): Map<number, Decision<'reopen'>> {
  const retiredBy = superseders(planning)
  const stale = new Set([
    ...planning.seeds.filter(({ kind }) => kind === 'failed_retirement').map(({ memoryId }) => memoryId),
    ...planning.nodes.filter(({ isStale }) => isStale).map(({ id }) => id),
  ])
  const isGone = (memory: PlanNode): boolean => leaving.has(memory.id) || memory.status === 'deleted' || memory.status === 'quarantined'
  const isReplaced = (id: number): boolean => {
    const seen = new Set([id])
    const open = [...(retiredBy.get(id) ?? [])]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      const memory = planning.node(next)
      if (memory?.kind === 'memory' && (!isGone(memory) || stale.has(next))) return true
      open.push(...(retiredBy.get(next) ?? []))
    }
    return false
  }
  const reopened = new Map<number, Decision<'reopen'>>()
  for (const [id, next] of [...retiredBy].sort(([a], [b]) => a - b)) {
    const memory = planning.node(id)
    if (memory?.kind !== 'memory' || memory.status !== 'superseded' || leaving.has(id) || planning.faulty.has(id)) continue
    const bad = chain(retiredBy, planning, id).filter((superseder) => leaving.has(superseder))
    if (next.size === 0 || bad.length === 0 || isReplaced(id) || reopensYounger(planning, retiredBy, id, leaving)) continue
    reopened.set(id, { disposition: 'reopen', rule: 'R12', reason: `was superseded by ${names(planning, bad)}, which leaves` })
  }
  return reopened
}

/** Everything that replaced a memory, directly or through replacements that are gone. */
function chain(retiredBy: ReadonlyMap<number, ReadonlySet<number>>, planning: Planning, id: number): number[] {
  const seen = new Set<number>()
  const open = [...(retiredBy.get(id) ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next) || planning.node(next)?.kind !== 'memory') continue
    seen.add(next)
    open.push(...(retiredBy.get(next) ?? []))
  }
  return [...seen].sort((a, b) => a - b)
}

/** A memory in between that comes back itself is the one to reopen, not its predecessors. */
function reopensYounger(
  planning: Planning,
  retiredBy: ReadonlyMap<number, ReadonlySet<number>>,
  id: number,
  leaving: ReadonlySet<number>,
): boolean {
  return chain(retiredBy, planning, id).some((next) => {
    const memory = planning.node(next)
    return next !== id && memory?.status === 'superseded' && !leaving.has(next)
  })
}

import { failedAnswer } from './failed-answer.js'
import { propagates } from './planning.js'
import type { FaultSeed, PlanEdge, PlanNode, Policy } from './types.js'

/** What the answers to repair are chosen from. */
export interface Failed {
  policy: Policy
  nodes: readonly PlanNode[]
  edges: readonly PlanEdge[]
  seeds: readonly FaultSeed[]
  /** What the faults name, as it stands now. */
  named: readonly number[]
  /** Numbers of the faults that name none. */
  unnamed: readonly number[]
  /** Other answers that somebody waits for. */
  awaited: readonly number[]
}

/**
 * The answers that a repair is about: those that its faults name; and in arm facts also, of a fault that names none, the affected one that
 * failedAnswer finds in what that fault reaches, so that it does not depend on which other faults are repaired with it; and those that other
 * faults name or that were asked for.
 *
 * @returns the main one, the youngest that its own faults stand for, else that of failedAnswer, null when there is none; and the others
 */
export function failedAnswers({ policy, nodes, edges, seeds, named, unnamed, awaited }: Failed): { failedAnswer: number | null; alsoFailed: number[] } {
  const nameless = policy.name === 'facts' ? seeds.filter(({ faultId }) => unnamed.includes(faultId)) : []
  const found = nameless.flatMap((seed) => {
    const within = reached(policy, nodes, edges, seed)
    const id = failedAnswer(within)
    return within.some((node) => node.id === id && node.isAffected) ? id ?? [] : []
  })
  const own = [...named, ...found]
  const main = own.length > 0 ? Math.max(...own) : failedAnswer(nodes)
  return { failedAnswer: main, alsoFailed: [...new Set([...own, ...awaited])].filter((id) => id !== main).sort((a, b) => a - b) }
}

/** Nodes with the affected ones cut down to what one fault reaches. */
function reached(policy: Policy, nodes: readonly PlanNode[], edges: readonly PlanEdge[], { seedId, memoryId }: FaultSeed): PlanNode[] {
  const out = new Map<number, PlanEdge[]>()
  for (const edge of edges) {
    if (!propagates(policy, edge.label) || !(edge.isLate || edge.target >= seedId)) continue
    out.set(edge.source, [...(out.get(edge.source) ?? []), edge])
  }
  const seen = new Set([seedId, memoryId])
  for (const id of seen) for (const { target } of out.get(id) ?? []) seen.add(target)
  return nodes.map((node) => (node.isAffected && !seen.has(node.id) ? { ...node, isAffected: false } : node))
}

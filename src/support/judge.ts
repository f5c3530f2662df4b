/** Which affected nodes stand without the faults. Pure: the same graph gives the same verdicts. */
import type { FaultSeed, PlanNode, Policy, Proof, Verdict } from '../plan/types.js'
import { examineByFacts } from './examine-by-facts.js'
import { examineByPath } from './examine-by-path.js'
import { inheritVerdict } from './inherit-verdict.js'
import type { PlanGraph } from './plan-graph.js'
import { indexGraph, type GraphIndex } from './premises.js'

/** What a test of one node may look at. */
export interface Case {
  index: GraphIndex
  faulty: ReadonlySet<number>
  /** Nodes found supported so far; it only grows. */
  rescued: ReadonlySet<number>
}

/** A test of one node against a case. */
export type Examine = (node: PlanNode) => { isSupported: boolean; proof: Proof }

/**
 * Judge every affected node but the reads (method, section 5; paper, section 3.4).
 *
 * A least fixpoint in clock order: nothing stands until something else than itself makes it stand, so a cycle of late edges
 * never supports itself, and in arm facts a rescued node may support a later one. Faults never stand. Actions inherit from their
 * plan and observations from their action. Reads are decided last, by judgeReads, and are no evidence.
 *
 * @param policy `supportCheck: false` lets nothing stand
 * @param seeds of all faults of the repair
 * @param graph of planGraph; in arm paper loaded for that arm, else paths that leave the neighbourhood are not found
 * @returns one verdict a node with its proof, in clock order
 *
 * @example
 * const verdicts = judge(policy, seeds, await planGraph(trx, tenantId, affected, policy.name))
 */
export function judge(policy: Policy, seeds: readonly FaultSeed[], graph: PlanGraph): Verdict[] {
  const rescued = new Set<number>()
  const open: Case = { index: indexGraph(graph), faulty: new Set(seeds.map((seed) => seed.memoryId)), rescued }
  const examine = policy.supportCheck ? (policy.name === 'paper' ? examineByPath(open) : examineByFacts(open)) : unchecked
  const verdicts = new Map<number, Verdict>()
  let waiting = graph.nodes.filter((node) => node.isAffected && node.kind !== 'memory_read')
  for (let isGrowing = true; isGrowing;) {
    isGrowing = false
    waiting = waiting.filter((node) => {
      const verdict = { id: node.id, ...judgeOne(open, examine, node) }
      verdicts.set(node.id, verdict)
      if (verdict.isSupported) rescued.add(node.id)
      isGrowing ||= verdict.isSupported
      return !verdict.isSupported
    })
  }
  return [...verdicts.values()].sort((a, b) => a.id - b.id)
}

function judgeOne(open: Case, examine: Examine, node: PlanNode): ReturnType<Examine> {
  if (open.faulty.has(node.id)) return { isSupported: false, proof: { kind: 'faulty' } }
  if (node.kind === 'tool_action' || node.kind === 'tool_observation') return inheritVerdict(open, node)
  return examine(node)
}

const unchecked: Examine = () => ({ isSupported: false, proof: { kind: 'unchecked' } })

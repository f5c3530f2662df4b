import { findUncovered } from '../../facts/cover.js'
import type { Decision, Planning } from '../planning.js'
import type { PlanNode, Proof } from '../types.js'
import { names } from '../reasons.js'

const evidence: ReadonlySet<string> = new Set(['input', 'memory', 'tool_observation', 'claim'])

/** Clean nodes that say all that a fault says. Only where the plan is small enough for a person to read anyway. */
function contesting(planning: Planning, memory: PlanNode): number[] {
  const isStale = planning.seeds.some((seed) => seed.memoryId === memory.id && seed.kind === 'failed_retirement')
  const clean = planning.nodes.filter(
    (node) =>
      evidence.has(node.kind) &&
      !node.isAffected &&
      !node.isInvalidBefore &&
      (node.kind !== 'memory' || (node.status === 'active' && node.source !== 'imported')) &&
      (node.kind !== 'input' || node.userId === null || node.userId === memory.userId) &&
      !planning.faulty.has(node.id),
  )
  if (isStale || planning.faulty.size > 20 || clean.length > 500) return []
  const exported = [{ text: memory.content, facts: memory.facts }]
  const { covered, missing } = findUncovered(
    exported,
    clean.map((node) => ({ id: node.id, text: node.content, facts: node.facts })),
  )
  return missing.length > 0 ? [] : [...new Set(covered.map(({ by }) => by))].sort((a, b) => a - b)
}

/**
 * R1: every diagnosed memory leaves the active store, even one that is out already. Where clean evidence says the same, the row
 * says so: a person should look at the detector. (A stale memory was true once; old evidence for it contests nothing.)
 */
export function deleteFaults(planning: Planning): Map<number, Decision<'delete'> & { proof: Proof }> {
  const rows = new Map<number, Decision<'delete'> & { proof: Proof }>()
  for (const id of planning.faulty) {
    const memory = planning.node(id)
    if (!memory) continue
    const detectors = [...new Set(planning.seeds.filter((seed) => seed.memoryId === id).map(({ detector }) => detector))].join(', ')
    const contestedBy = contesting(planning, memory)
    const contested = contestedBy.length > 0 ? `; contested by ${names(planning, contestedBy)}` : ''
    rows.set(id, {
      disposition: 'delete',
      rule: 'R1',
      reason: `diagnosed by ${detectors}${contested}`,
      proof: contestedBy.length > 0 ? { kind: 'faulty', contestedBy } : { kind: 'faulty' },
    })
  }
  return rows
}

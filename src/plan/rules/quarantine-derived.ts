import { paperFacts } from '../../facts/paper-patterns.js'
import type { Decision, Planning } from '../planning.js'
import { inWords } from '../reasons.js'
import type { PlanNode } from '../types.js'

/** Whether a memory has something it came from; a root memory has not. */
function isDerived(planning: Planning, memory: PlanNode): boolean {
  if (memory.derivedFrom.length > 0 || memory.producedBy !== null) return true
  return planning.into(memory.id).some(({ label }) => label === 'derive' || label === 'produce')
}

/** Arm paper: what a memory shares with a fault and with no clean active memory or clean parent, by the paper's four patterns. */
function faultSpecific(planning: Planning, memory: PlanNode): string[] {
  const faulty = new Set([...planning.faulty].flatMap((id) => paperFacts(planning.node(id)?.content ?? '')))
  const parents = memory.derivedFrom
    .flatMap((id) => planning.node(id) ?? [])
    .filter((parent) => !parent.isAffected && !planning.faulty.has(parent.id))
  const clean = planning.nodes.filter(
    (node) => node.kind === 'memory' && !node.isAffected && node.status === 'active' && !planning.faulty.has(node.id),
  )
  const known = new Set(
    [...planning.cleanActiveTexts, ...parents.map(({ content }) => content), ...clean.map(({ content }) => content)].flatMap(paperFacts),
  )
  return paperFacts(memory.content).filter((fact) => faulty.has(fact) && !known.has(fact))
}

function decide(planning: Planning, memory: PlanNode): Decision<'quarantine' | 'keep'> {
  const { policy } = planning
  const why = inWords(planning, planning.proof(memory.id))
  if (memory.status === 'deleted' || memory.status === 'quarantined')
    return { disposition: 'keep', rule: 'R2', reason: `already ${memory.status}; ${why}` }
  if (!isDerived(planning, memory)) return { disposition: 'keep', rule: 'R3', reason: 'a root memory: it came from nothing that is faulty' }
  if (!policy.planner)
    return { disposition: 'quarantine', rule: 'R2', reason: 'without the planner, every derived memory that is affected leaves' }
  if (planning.isSupported(memory.id)) return { disposition: 'keep', rule: 'R3', reason: why }
  if (policy.name === 'facts') return { disposition: 'quarantine', rule: 'R2', reason: why }
  if (memory.status !== 'active') return { disposition: 'keep', rule: 'R2', reason: `not active anyway; ${why}` }
  const specific = faultSpecific(planning, memory)
  return specific.length > 0
    ? { disposition: 'quarantine', rule: 'R2', reason: `carries ${specific.slice(0, 5).join(', ')}, known only from the fault` }
    : { disposition: 'keep', rule: 'R2', reason: `carries no fact that only the fault has; ${why}` }
}

/** R2 and R3: affected memories that are not faulty themselves; quarantined, or kept with the reason. */
export function quarantineDerived(planning: Planning): Map<number, Decision<'quarantine' | 'keep'>> {
  const affected = planning.nodes.filter((node) => node.kind === 'memory' && node.isAffected && !planning.faulty.has(node.id))
  return new Map(affected.map((memory) => [memory.id, decide(planning, memory)]))
}

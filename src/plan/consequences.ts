import { findUncovered } from '../facts/cover.js'
import type { Planning } from './planning.js'
import type { PlanNode } from './types.js'

const writes: ReadonlySet<string> = new Set(['memory_write', 'memory_update', 'memory_consolidate'])

/**
 * Writes, and the memories they made, that record what irreversible actions returned. The parcel is on its way, whoever's address it
 * bears: its tracking id stays true.
 *
 * Such a write rests on nothing affected but what these actions returned; or on more (the plan, a read), where all that it wrote is
 * in what they returned, in the calls, and in clean evidence. Never one that says again what a fault says.
 *
 * @param irreversible names of tools
 * @returns node -> the actions whose doing it records
 */
export function consequences(planning: Planning, irreversible: ReadonlySet<string>): Map<number, number[]> {
  const found = new Map<number, number[]>()
  if (irreversible.size === 0) return found
  for (const step of planning.nodes) {
    if (!writes.has(step.kind) || !step.isAffected || planning.isSupported(step.id)) continue
    const used = step.used.flatMap((id) => planning.node(id) ?? [])
    const returned = used.filter((node) => isFallen(planning, node) && node.kind === 'tool_observation' && irreversible.has(node.toolName ?? ''))
    if (returned.length === 0) continue
    const actions = [...new Set(returned.flatMap((node) => planning.into(node.id).filter(({ label }) => label === 'produce').map(({ source }) => source)))]
    const rest = used.filter((node) => isFallen(planning, node) && !returned.includes(node))
    const made = step.generated.flatMap((id) => planning.node(id) ?? [])
    const known = [...returned, ...actions.flatMap((id) => planning.node(id) ?? []), ...used.filter((node) => !isFallen(planning, node) && isEvidence(node))]
    if (rest.length > 0 && (made.length === 0 || !isHeld(made, known))) continue
    if (made.some((memory) => isHeld([memory], [...planning.faulty].flatMap((id) => planning.node(id) ?? [])))) continue
    for (const id of [step.id, ...step.generated]) if (!planning.faulty.has(id)) found.set(id, actions)
  }
  return found
}

const isFallen = (planning: Planning, node: PlanNode): boolean => node.isAffected && !planning.isSupported(node.id)

const isEvidence = (node: PlanNode): boolean => node.kind !== 'memory_read' && !node.isInvalidBefore && !node.isWithheld

/** Whether everything that these say is in those. */
const isHeld = (these: readonly PlanNode[], those: readonly PlanNode[]): boolean =>
  findUncovered(these.map(textAndFacts), those.map((node) => ({ id: node.id, ...textAndFacts(node) }))).missing.length === 0

const textAndFacts = ({ content, facts }: PlanNode) => (facts ? { text: content, facts } : { text: content })

import { append, type Planning } from './planning.js'
import type { PlanNode } from './types.js'

function ofKind(planning: Planning, step: PlanNode, label: string, kind: string): PlanNode | null {
  const ids = [
    ...planning
      .into(step.id)
      .filter((edge) => edge.label === label)
      .map(({ source }) => source),
    ...step.used,
  ]
  return ids.flatMap((id) => planning.node(id) ?? []).find((node) => node.kind === kind) ?? null
}

/** The action that an observation belongs to; null when none was recorded. */
export const actionOf = (planning: Planning, observation: PlanNode): PlanNode | null =>
  ofKind(planning, observation, 'produce', 'tool_action')

/** The plan that launched an action; null when none was recorded. */
export const planOf = (planning: Planning, action: PlanNode): PlanNode | null => ofKind(planning, action, 'initiate', 'plan')

/** Reads of the step's turn, before it, that returned a memory it cites. */
export function readsOf(step: PlanNode, reads: ReadonlyMap<string, readonly PlanNode[]>): PlanNode[] {
  const cited = new Set(step.used)
  return (reads.get(turnKey(step)) ?? []).filter((read) => read.place < step.place && read.used.some((id) => cited.has(id)))
}

/** Reads of the step's turn, before it, that fell. Of an action none: it is called, not asked for. */
export function invalidReadsOf(step: PlanNode, reads: ReadonlyMap<string, readonly PlanNode[]>, invalid: ReadonlySet<number>): PlanNode[] {
  if (step.kind === 'memory_read' || step.kind === 'tool_action') return []
  return (reads.get(turnKey(step)) ?? []).filter((read) => read.place < step.place && invalid.has(read.id))
}

/** Reads by session and turn. */
export function readsByTurn(planning: Planning): Map<string, PlanNode[]> {
  const reads = new Map<string, PlanNode[]>()
  for (const node of planning.nodes) {
    if (node.kind === 'memory_read') append(reads, turnKey(node), node)
  }
  return reads
}

const turnKey = (node: PlanNode): string => `${node.session}/${node.turn}`

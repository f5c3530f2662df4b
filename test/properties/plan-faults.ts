/** What is wrong with a plan, told again from the method's section 6, so that a mistake would have to be made twice. */
import type { Plan, PlanInput, PlanNode } from '../../src/plan/types.js'

const dispositions: Record<'memory' | 'step', readonly string[]> = {
  memory: ['delete', 'quarantine', 'reopen', 'keep'], step: ['replay', 'preserve', 'redundant', 'suspicious'],
}

/**
 * Disjoint: one row a node, with a disposition of its kind, F within delete. Closed: all of A0 is listed; what a valid plan or action
 * launched is invalid with it; whatever a replayed step used and cannot cite any more is replayed too, an observation with its action.
 *
 * @returns sentences; none for a sound plan
 */
export function planFaults({ rows }: Plan, { nodes, edges, seeds }: PlanInput): string[] {
  const found: string[] = []
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const isReplayed = (id: number): boolean => rowOf.get(id)?.disposition === 'replay'
  const name = (id: number): string => byId.get(id)?.externalId ?? String(id)
  if (rowOf.size !== rows.length) found.push('a node has two rows')
  for (const { id, disposition, isInvalid } of rows) {
    const kind = byId.get(id)?.kind
    if (kind === undefined || kind === 'input') found.push(`${name(id)} has no place in a plan`)
    else if (!dispositions[kind === 'memory' ? 'memory' : 'step'].includes(disposition)) found.push(`${name(id)}, a ${kind}, is to be ${disposition}`)
    if (disposition === 'preserve' && isInvalid) found.push(`${name(id)} is preserved although invalid`)
    if (kind === 'tool_observation' && disposition === 'replay') found.push(`${name(id)} is replayed without its action`)
  }
  for (const { memoryId } of seeds) if (rowOf.get(memoryId)?.disposition !== 'delete') found.push(`${name(memoryId)} is diagnosed and not deleted`)
  for (const { id, kind, isAffected } of nodes) if (isAffected && kind !== 'input' && !rowOf.has(id)) found.push(`${name(id)} is affected and not listed`)
  const launches = (source: PlanNode, target: PlanNode, label: string): boolean =>
    (source.kind === 'plan' && target.kind === 'tool_action' && label === 'initiate') || (source.kind === 'tool_action' && target.kind === 'tool_observation' && label === 'produce')
  for (const { source, target, label } of edges) {
    const [from, to] = [byId.get(source), byId.get(target)]
    if (!from || !to || !launches(from, to, label)) continue
    if (rowOf.get(source)?.isInvalid && to.isAffected && !rowOf.get(target)?.isInvalid) found.push(`${name(target)} stands although ${name(source)} fell`)
  }
  const actionsOf = (observation: PlanNode): number[] => [
    ...edges.filter(({ target, label }) => target === observation.id && label === 'produce').map(({ source }) => source), ...observation.used,
  ].filter((id) => byId.get(id)?.kind === 'tool_action')
  for (const step of nodes.filter(({ id }) => isReplayed(id))) {
    for (const used of step.used.flatMap((id) => byId.get(id) ?? [])) {
      if (used.kind === 'memory' || used.kind === 'input' || used.isSettled || !rowOf.get(used.id)?.isInvalid) continue
      const actions = used.kind === 'tool_observation' ? actionsOf(used) : [used.id]
      const needs = actions.filter((id) => !byId.get(id)?.isSettled)
      if (needs.length > 0 && !needs.some(isReplayed)) found.push(`${step.externalId} is replayed on ${used.externalId}, which fell and is not replayed`)
    }
  }
  return found
}

import { readText } from '../facts/read.js'
import type { Planning } from './planning.js'

/**
 * Whether replaying the writer of a quarantined memory can make a better one: somewhere behind it there is evidence that stands (a
 * memory, a step, a statement of the user), or a tool that can be asked again. A writer that rests on the fault alone, or on
 * the fault and a question, would write nothing.
 */
export function isRecoverable(planning: Planning, writer: number, invalid: ReadonlySet<number>, leaving: ReadonlySet<number>): boolean {
  const seen = new Set<number>([writer])
  const open = [writer]
  for (let index = 0; index < open.length; index++) {
    const step = planning.node(open[index] ?? writer)
    for (const id of [...(step?.used ?? []), ...(step?.consumed ?? [])]) {
      const node = planning.node(id)
      if (!node || seen.has(id)) continue
      seen.add(id)
      if (node.kind === 'input') {
        if (readText(node.content).some((clause) => clause.mode === 'statement' && clause.own.length > 0)) return true
      } else if (node.kind === 'memory') {
        if (leaving.has(id)) {
          if (node.producedBy === null || seen.has(node.producedBy)) continue
          seen.add(node.producedBy)
          open.push(node.producedBy)
        } else if (node.status === 'active' || node.status === 'superseded') return true
      } else if (node.kind === 'tool_observation' || node.kind === 'tool_action' || (node.kind !== 'memory_read' && !invalid.has(id)))
        return true
      else if (node.kind !== 'memory_read') open.push(id)
    }
  }
  return false
}

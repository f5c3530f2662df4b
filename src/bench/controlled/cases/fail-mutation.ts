/** A mutation that has not taken place. */
import type { RecordItem } from '../../../index.js'
import type { Injection } from './injection.js'
import type { StepItem } from './items.js'

/**
 * Undo what a mutation did: its inputs are active again, its product and the lineage of that are gone, and nothing cites them. The
 * step stays, with what it consumed.
 */
export function failMutation(items: readonly RecordItem[], step: StepItem): Injection {
  const gone = lineage(items, step.generated_memory_ids ?? [])
  const standing = (ids: readonly string[] | undefined): string[] => (ids ?? []).filter((id) => !gone.has(id))
  const left = items.filter(({ id }) => !gone.has(id)).map((item): RecordItem => {
    if (item.kind === 'memory') return { ...item, derived_from: standing(item.derived_from), supersedes: standing(item.supersedes) }
    if (item.kind === 'input') return item
    return { ...item, used_ids: standing(item.used_ids), generated_memory_ids: standing(item.generated_memory_ids), consumed_memory_ids: standing(item.consumed_memory_ids) }
  })
  return { items: left, faultIds: [...step.consumed_memory_ids ?? []], failedSteps: [step.id] }
}

/** Memories, and those that were derived from them. */
function lineage(items: readonly RecordItem[], ids: readonly string[]): ReadonlySet<string> {
  const gone = new Set(ids)
  for (const item of items) if (item.kind === 'memory' && [...item.derived_from ?? [], ...item.supersedes ?? []].some((id) => gone.has(id))) gone.add(item.id)
  return gone
}

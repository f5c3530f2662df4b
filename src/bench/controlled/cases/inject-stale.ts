/** Stale: a deletion, update or consolidation has failed, and what it should have retired is active. */
import type { RecordItem } from '../../../index.js'
import type { Target } from '../scripts/script.js'
import type { Injection } from './injection.js'
import { stepsOf } from './items.js'

/**
 * Undo what a mutation of the target's turn did: its inputs are active again, its product and the lineage of that are gone, and
 * nothing cites them. The step stays, with what it consumed (paper, appendix D).
 *
 * @returns null where no mutation of the turn consumed a memory with the old value
 */
export function injectStale(items: readonly RecordItem[], { at, wrong }: Target): Injection | null {
  if (!at) return null
  const texts = new Map(items.map(({ id, content }) => [id, content]))
  const step = stepsOf(items, at).find(({ type, consumed_memory_ids: consumed = [] }) =>
    type !== 'memory_write' && consumed.some((id) => texts.get(id)?.includes(wrong)))
  if (!step) return null
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

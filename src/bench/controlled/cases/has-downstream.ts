/** Whether a fault has had consequences. */
import type { RecordItem } from '../../../index.js'

/** Something other than the last answer and plain reads rests on a fault. */
export function hasDownstream(items: readonly RecordItem[], faultIds: ReadonlySet<string>, failedAnswer: string): boolean {
  return items.some((item) => {
    if (item.id === failedAnswer) return false
    if (item.kind === 'memory') return [...item.derived_from ?? [], ...item.supersedes ?? []].some((id) => faultIds.has(id))
    return item.kind === 'step' && item.type !== 'memory_read' && [...item.used_ids ?? [], ...item.generated_memory_ids?.length ? [] : item.consumed_memory_ids ?? []]
      .some((id) => faultIds.has(id))
  })
}

/** Rewrites one memory and the step that wrote it, as if it had been written wrongly. */
import type { RecordItem } from '../../../index.js'
import type { Injection } from './injection.js'
import { stepsOf, withIds, type MemoryItem, type StepItem } from './items.js'

/**
 * Replace a value in a memory that a turn made. The memory gets another id and keeps its place, its source and its lineage; the
 * producing step says and generates what the memory now is (paper, appendix D).
 *
 * @param types steps that count as producers
 * @returns null where no such memory holds the value
 */
export function corruptMemory(
  items: readonly RecordItem[], at: { session: number; turn: number }, value: { clean: string; wrong: string }, types: readonly StepItem['type'][],
): Injection | null {
  const producers = stepsOf(items, at).filter(({ type }) => types.includes(type))
  const holds = (item: RecordItem): item is MemoryItem => item.kind === 'memory' && item.content.includes(value.clean)
  for (const producer of producers) {
    const target = items.find((item) => holds(item) && producer.generated_memory_ids?.includes(item.id))
    if (!target) continue
    const faultId = `${target.id}-f`
    const rewritten = items.map((item): RecordItem => {
      if (item.id !== target.id && item.id !== producer.id) return item
      return { ...item, content: item.content.replaceAll(value.clean, value.wrong) }
    })
    return { items: withIds(rewritten, (id) => (id === target.id ? faultId : id)), faultIds: [faultId], failedSteps: [] }
  }
  return null
}

/** Summary drift: a consolidated memory is confidently wrong. The mechanism is that of poisoned memories. */
import type { RecordItem } from '../../../index.js'
import type { Target } from '../scripts/script.js'
import { corruptMemory } from './corrupt-memory.js'
import type { Injection } from './injection.js'

/** Corrupt what a consolidation or update of the target's turn made. */
export function injectSummaryDrift(items: readonly RecordItem[], { at, clean, wrong }: Target): Injection | null {
  return at && corruptMemory(items, at, { clean, wrong }, ['memory_consolidate', 'memory_update'])
}

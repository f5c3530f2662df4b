/** Poisoned: a memory that was written holds a corrupted value. */
import type { RecordItem } from '../../../index.js'
import type { Target } from '../scripts/script.js'
import { corruptMemory } from './corrupt-memory.js'
import type { Injection } from './injection.js'

/** Corrupt what a memory_write of the target's turn wrote. */
export function injectPoisoned(items: readonly RecordItem[], { at, clean, wrong }: Target): Injection | null {
  return at && corruptMemory(items, at, { clean, wrong }, ['memory_write'])
}

/** Puts the same wrong label into memories at several levels. */
import type { RecordItem } from '../../../index.js'
import { corruptMemory } from '../../controlled/cases/corrupt-memory.js'
import type { Injection } from '../../controlled/cases/injection.js'
import { stepsOf } from '../../controlled/cases/items.js'
import type { Target } from '../../controlled/scripts/script.js'

/**
 * Corrupt what the turn of a target remembered. Where it was made of memories that are wrong already, it says the wrong thing by
 * itself, and is diagnosed as it is.
 *
 * @returns null where the turn remembered neither the right label nor the wrong one
 */
export function injectLevel(items: readonly RecordItem[], { at, clean, wrong }: Target): Injection | null {
  if (!at) return null
  const corrupted = corruptMemory(items, at, { clean, wrong }, ['memory_write', 'memory_update', 'memory_consolidate'])
  if (corrupted) return corrupted
  const made = new Set(stepsOf(items, at).flatMap((step) => step.generated_memory_ids ?? []))
  const wrongAlready = items.filter(({ id, kind, content }) => kind === 'memory' && made.has(id) && content.includes(wrong)).map(({ id }) => id)
  return wrongAlready.length > 0 ? { items: [...items], faultIds: wrongAlready, failedSteps: [] } : null
}

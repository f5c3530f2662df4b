/** Stale: a deletion, update or consolidation has failed, and what it should have retired is active. */
import type { RecordItem } from '../../../index.js'
import type { Target } from '../scripts/script.js'
import { failMutation } from './fail-mutation.js'
import type { Injection } from './injection.js'
import { stepsOf } from './items.js'

/**
 * Undo what a mutation of the target's turn did (paper, appendix D).
 *
 * @returns null where no mutation of the turn consumed a memory with the old value
 */
export function injectStale(items: readonly RecordItem[], { at, wrong }: Target): Injection | null {
  if (!at) return null
  const texts = new Map(items.map(({ id, content }) => [id, content]))
  const step = stepsOf(items, at).find(({ type, consumed_memory_ids: consumed = [] }) =>
    type !== 'memory_write' && consumed.some((id) => texts.get(id)?.includes(wrong)))
  return step ? failMutation(items, step) : null
}

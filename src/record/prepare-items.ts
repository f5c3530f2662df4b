/** Items as the record functions take them. */
import { checkItems } from './check-items.js'
import type { RecordItem } from './items.js'
import { segment } from './segment.js'

/**
 * Check items, and cut the words of their memories.
 *
 * @returns JSON for emend.record_steps
 * @throws EmendError `bad_item`, `bad_text`, `too_large`
 */
export function prepareItems(items: RecordItem[]): string {
  checkItems(items)
  return JSON.stringify(items.map((item) => (item.kind === 'memory' && item.segments === undefined ? { ...item, segments: segment(item.content) } : item)))
}

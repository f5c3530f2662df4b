/** Put a fault into a recorded run: one value of one remembered observation is replaced, and so is every word built on it. */
import type { RecordItem } from '../../src/index.js'

/** A corrupted run. */
export interface CorruptedRun {
  items: RecordItem[]
  memoryId: string
  /** The value that was recorded, and the one that stands there now. */
  from: string
  to: string
  /** Items that carry the new value besides the memory: claims of the agent, calls, answers. */
  carriers: string[]
}

const idOf = (item: RecordItem): string => item.id
const isAnswerOrCall = (item: RecordItem): boolean => item.kind === 'step' && ['final_answer', 'plan', 'tool_action'].includes(item.type)

/** Values that tell a thing: flight and reservation numbers, payment ids, prices, times. */
const value = /"(?:flight_number|reservation_id|id|scheduled_departure_time_est|scheduled_arrival_time_est|basic_economy|economy|business|price|amount)": "?([A-Za-z0-9_:]{3,})"?/g

/**
 * Corrupt a run the way the benchmark of the paper does: the content of a memory is replaced, and what the agent later
 * said and did with the value changes with it, so that the fault truly travels. Users and the world are left alone.
 *
 * @param items of a run converted with remembered observations
 * @returns null where no remembered value is used later without a user having said it
 */
export function corruptRun(items: RecordItem[]): CorruptedRun | null {
  for (const [position, memory] of items.entries()) {
    if (memory.kind !== 'memory') continue
    for (const [, from = ''] of memory.content.matchAll(value)) {
      const carries = (item: RecordItem): boolean => wordIn(item.content, from)
      const later = items.slice(position + 1)
      if (items.some((item) => item.kind === 'input' && carries(item)) || items.slice(0, position - 2).some(carries)) continue
      if (later.some((item) => !isAnswerOrCall(item) && carries(item))) continue
      const carriers = later.filter((item) => isAnswerOrCall(item) && carries(item))
      if (!carriers.some((item) => item.kind === 'step' && item.type === 'final_answer')) continue
      const to = otherThan(from, items)
      return { items: items.map((item, at) => (at < position || !carries(item) ? item : replaced(item, from, to))), memoryId: memory.id, from, to, carriers: carriers.map(idOf) }
    }
  }
  return null
}

const wordIn = (text: string, word: string): boolean => new RegExp(`(?<![A-Za-z0-9_])${word}(?![A-Za-z0-9_])`).test(text)

/** A value of the same form that the run does not hold: the digits are moved on. */
function otherThan(from: string, items: RecordItem[]): string {
  for (let step = 1; step < 10; step++) {
    const to = from.replaceAll(/\d/g, (digit) => String((Number(digit) + step) % 10)).replace(/^0(?=\d)/, '9')
    if (to !== from && !items.some((item) => item.content.includes(to))) return to
  }
  return `${from}9`
}

function replaced(item: RecordItem, from: string, to: string): RecordItem {
  const change = (text: string): string => text.replaceAll(new RegExp(`(?<![A-Za-z0-9_])${from}(?![A-Za-z0-9_])`, 'g'), to)
  if (item.kind !== 'step' || !item.tool) return { ...item, content: change(item.content) }
  const args: unknown = item.tool.args === undefined ? undefined : JSON.parse(change(JSON.stringify(item.tool.args)))
  return { ...item, content: change(item.content), tool: { ...item.tool, ...(args === undefined ? {} : { args }) } }
}

/** Puts a wrong value into a remembered observation, and into all that the agent built on it. */
import type { RecordItem } from '../../../index.js'
import type { Injection } from '../../controlled/cases/injection.js'
import type { Field } from './fields.js'

/** Whether a text holds a value as a whole word. */
export const isWordIn = (text: string, word: string): boolean => pattern(word).test(text)

const pattern = (word: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}_])${word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}_])`, 'gu')

/**
 * Replace the value of a field in the memory, and in the later plans, calls and answers that say it (paper, appendix D: what comes
 * after a fault carries it). What was observed, and what users said, stays.
 *
 * @returns null where the memory says the value more than once, or where a user or another observation says it too
 */
export function corruptField(items: readonly RecordItem[], field: Field, wrong: string): Injection | null {
  const right = String(field.value)
  const at = items.findIndex(({ id }) => id === field.memoryId)
  const memory = items[at]
  if (!memory || right.length < 3 || (memory.content.match(pattern(right)) ?? []).length !== 1) return null
  const says = (item: RecordItem): boolean => isWordIn(item.content, right)
  const isOwn = (item: RecordItem): boolean => item.kind === 'step' && item.type === 'tool_observation' && item.content === memory.content
  if (items.slice(0, at).some((item) => says(item) && !isOwn(item))) return null
  const later = items.slice(at + 1)
  if (later.some((item) => says(item) && !isDone(item))) return null
  return { items: items.map((item, place) => (place === at || (place > at && says(item)) ? replaced(item, right, wrong) : item)), faultIds: [memory.id], failedSteps: [] }
}

/** What the agent does by itself. */
const isDone = (item: RecordItem): boolean => item.kind === 'step' && ['final_answer', 'plan', 'tool_action'].includes(item.type)

function replaced(item: RecordItem, right: string, wrong: string): RecordItem {
  const change = (text: string): string => text.replaceAll(pattern(right), wrong)
  if (item.kind !== 'step' || item.tool?.args === undefined) return { ...item, content: change(item.content) }
  return { ...item, content: change(item.content), tool: { ...item.tool, args: JSON.parse(change(JSON.stringify(item.tool.args))) as unknown } }
}

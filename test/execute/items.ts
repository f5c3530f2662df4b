/** Record items in one line each. */
import type { RecordItem } from '../../src/record/items.js'
import type { StepType } from '../../src/vocabulary.js'

type StepItem = Extract<RecordItem, { kind: 'step' }>
type MemoryItem = Extract<RecordItem, { kind: 'memory' }>

/** `S1.2` = session S1, turn 2. */
const place = (at: string): { session: string; turn: number } => {
  const [session = 'S1', turn = '1'] = at.split('.')
  return { session, turn: Number(turn) }
}

/** What the user says. */
export const says = (id: string, content: string, at = 'S1.1', user = 'ann'): RecordItem => ({ kind: 'input', id, content, user, ...place(at) })

/** A memory; give what a step generates right after that step. */
export const memory = (id: string, content: string, more: Partial<MemoryItem> = {}): RecordItem => ({ kind: 'memory', id, content, user: 'ann', source: 'tool_observation', ...more })

/** A step with its evidence, `'m1 s2'`. */
export const step = (id: string, type: StepType, content: string, used: string, more: Partial<StepItem> = {}, at = 'S1.1'): RecordItem => ({
  kind: 'step', id, type, content, agent: 'desk', used_ids: used.split(' ').filter(Boolean), ...place(at), ...more,
})

/** A read with its query and results. */
export const read = (id: string, text: string, results: string, k = 5, at = 'S1.1'): RecordItem => step(id, 'memory_read', text, results, { query: { text, k } }, at)

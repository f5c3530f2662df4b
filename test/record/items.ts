/** Items in few words, for tests. */
import type { RecordItem } from '../../src/record/items.js'
import type { StepType } from '../../src/vocabulary.js'

type Of<K extends RecordItem['kind']> = Partial<Omit<Extract<RecordItem, { kind: K }>, 'kind' | 'id'>>

/** An input of session S, turn 1. */
export const input = (id: string, more: Of<'input'> = {}): RecordItem => ({ kind: 'input', id, content: `text of ${id}`, session: 'S', turn: 1, ...more })

/** A memory. */
export const memory = (id: string, more: Of<'memory'> = {}): RecordItem => ({ kind: 'memory', id, content: `text of ${id}`, ...more })

/** A step of session S, turn 1. */
export const step = (type: StepType, id: string, more: Of<'step'> = {}): RecordItem =>
  ({ kind: 'step', id, type, content: `text of ${id}`, session: 'S', turn: 1, ...more })

/** A claim of session S, turn 1; without evidence where that is undefined. */
export const claim = (id: string, used: string[] | undefined, more: Of<'step'> = {}): RecordItem =>
  step('claim', id, used === undefined ? more : { used_ids: used, ...more })

/** Stores with one poisoned memory each, for measuring repairs: what agents record, made up. */
import type { RecordItem } from '../index.js'

type Step = Extract<RecordItem, { kind: 'step' }>

/**
 * One session of a user of its own: an old price, the right one, a question, what was found, what was claimed, the answer.
 *
 * @param n number of the session: two stores with different numbers have nothing in common
 * @param claims claims between reading and answer; each is replayed, as is the answer
 * @returns 5 items and one a claim; `${n}-bad` is the poisoned memory
 */
export function smallStore(n: number, claims = 1): RecordItem[] {
  const id = (name: string): string => `${n}-${name}`
  const user = id('user')
  const step = (name: string, type: Step['type'], content: string, used: string[], rest: Partial<Step> = {}): Step => ({
    kind: 'step', id: id(name), session: id('session'), turn: 1, type, content, used_ids: used.map(id), ...rest,
  })
  const names = Array.from({ length: claims }, (_, index) => `claim${index}`)
  return [
    { kind: 'memory', id: id('bad'), content: `Lamp L-${n} costs ${n + 1000} euros.`, user },
    { kind: 'memory', id: id('good'), content: `In shop B lamp L-${n} costs ${n + 3000} euros.`, user },
    { kind: 'input', id: id('input'), session: id('session'), turn: 1, content: `What does lamp L-${n} cost?`, user },
    step('read', 'memory_read', '', ['bad', 'good'], { query: { text: `lamp L-${n} cost`, k: 5 } }),
    ...names.map((name, index) => step(name, 'claim', `Offer ${index}: lamp L-${n} costs ${n + 1000} euros.`, ['bad', 'read', ...names.slice(Math.max(index - 1, 0), index)])),
    step('answer', 'final_answer', `It costs ${n + 1000} euros.`, names),
  ]
}

/** Nodes that `largeStore` makes of the poisoned memory, a session. */
const perSession = 20

/**
 * One poisoned memory that many sessions of a user have read, claimed from, written memories from and answered by.
 *
 * @param affected nodes that the fault reaches, about
 * @returns in portions that one call may record; `root` is the poisoned memory
 */
export function largeStore(affected: number): RecordItem[][] {
  const user = 'user'
  const sessions = Math.max(1, Math.round(affected / perSession))
  const root: RecordItem[] = [
    { kind: 'memory', id: 'root', content: 'Warehouse W-7 opens at 9 o\'clock.', user },
    { kind: 'memory', id: 'clean', content: 'Warehouse W-7 has 12 gates.', user },
  ]
  return [root, ...Array.from({ length: sessions }, (_, n) => sessionOn(n, user))]
}

function sessionOn(n: number, user: string): RecordItem[] {
  const id = (name: string | number): string => `${n}-${name}`
  const place = { session: `large-${n}`, turn: 1 }
  const step = (name: string, type: Step['type'], content: string, used: string[], rest: Partial<Step> = {}): Step => ({
    kind: 'step', id: id(name), ...place, type, content, used_ids: used, ...rest,
  })
  const parts = [0, 1, 2, 3, 4, 5]
  return [
    { kind: 'input', id: id('input'), ...place, content: `When does order O-${n} leave warehouse W-7?`, user },
    step('read', 'memory_read', '', ['root', 'clean'], { query: { text: `order O-${n} warehouse W-7`, k: 3 } }),
    ...parts.map((part) => step(`claim${part}`, 'claim', `Part ${part} of order O-${n} leaves at 9 o'clock by one of 12 gates.`, ['root', 'clean', id('read')])),
    ...parts.flatMap((part): RecordItem[] => [
      step(`write${part}`, 'memory_write', `Remember part ${part}.`, [id(`claim${part}`)], { generated_memory_ids: [id(`memory${part}`)] }),
      { kind: 'memory', id: id(`memory${part}`), content: `Part ${part} of order O-${n} left at 9 o'clock.`, user },
    ]),
    step('answer', 'final_answer', `Order O-${n} leaves at 9 o'clock.`, parts.map((part) => id(`claim${part}`))),
  ]
}

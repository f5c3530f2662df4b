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
 * One poisoned memory of everybody, which sessions of many users have read, claimed from, written memories from and answered by.
 *
 * @param affected nodes that the fault reaches, about
 * @returns in portions that one call may record; `root` is the poisoned memory
 */
export function largeStore(affected: number): RecordItem[][] {
  const shared: RecordItem[] = [
    { kind: 'memory', id: 'root', content: 'Warehouse hours: open from 9.' },
    { kind: 'memory', id: 'clean', content: 'Warehouse hours: closed on Sundays.' },
  ]
  return [shared, ...Array.from({ length: Math.max(1, Math.round(affected / perSession)) }, (_, n) => sessionOn(n))]
}

function sessionOn(n: number): RecordItem[] {
  const id = (name: string): string => `${n}-${name}`
  const [user, place] = [id('user'), { session: `large-${n}`, turn: 1 }]
  const step = (name: string, type: Step['type'], content: string, used: string[], rest: Partial<Step> = {}): Step => ({
    kind: 'step', id: id(name), ...place, type, content, used_ids: used, ...rest,
  })
  const parts = [0, 1, 2, 3, 4, 5]
  return [
    { kind: 'input', id: id('input'), ...place, content: 'What are the warehouse hours for my boxes?', user },
    step('read', 'memory_read', '', ['root'], { query: { text: 'warehouse hours', k: 1 } }),
    ...parts.map((part) => step(`claim${part}`, 'claim', `Box ${n}x${part} can leave from 9.`, ['root', 'clean', id('read')])),
    ...parts.flatMap((part): RecordItem[] => [
      step(`write${part}`, 'memory_write', `Remember box ${n}x${part}.`, [id(`claim${part}`)], { generated_memory_ids: [id(`memory${part}`)] }),
      { kind: 'memory', id: id(`memory${part}`), content: `Box ${n}x${part} left after 9.` },
    ]),
    step('answer', 'final_answer', 'Your boxes can leave from 9.', parts.map((part) => id(`claim${part}`))),
  ]
}

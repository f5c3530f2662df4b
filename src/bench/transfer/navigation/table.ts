/** Which cases there are: 5 with one fault, 45 with two to four (paper, section 5.3), at which levels the fault stands. */
import type { Level } from './script.js'

/** One case that is wanted. */
export interface Place {
  /** Like `navigation-007`; methods see it, so it says nothing of the fault. */
  id: string
  levels: readonly Level[]
}

const ones: readonly Level[][] = [['procedure'], ['observation'], ['tip'], ['workflow']]
const twos: readonly Level[][] = [
  ['observation', 'procedure'], ['procedure', 'tip'], ['procedure', 'workflow'], ['observation', 'tip'], ['tip', 'workflow'], ['observation', 'workflow'],
]
const threes: readonly Level[][] = [
  ['observation', 'procedure', 'tip'], ['observation', 'procedure', 'workflow'], ['procedure', 'tip', 'workflow'], ['observation', 'tip', 'workflow'],
]
const four: readonly Level[] = ['observation', 'procedure', 'tip', 'workflow']

/** Cases with one, two, three and four faults; the paper gives only 5 and 45. */
const counts = [5, 18, 17, 10] as const

/** All 50 places, numbers of faults mixed, so that the first few are a fair sample. */
export function places(): Place[] {
  const rows = [ones, twos, threes, [four]].map((kinds, at) => Array.from({ length: counts[at] ?? 0 }, (_, place) => kinds[place % kinds.length] ?? four))
  const mixed = rows.flatMap((row) => row.map((levels, at) => ({ levels, at: (at + 0.5) / row.length }))).toSorted((a, b) => a.at - b.at)
  return mixed.map(({ levels }, at) => ({ id: `navigation-${String(at + 1).padStart(3, '0')}`, levels }))
}

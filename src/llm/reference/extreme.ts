/** Questions for the smallest or largest of several values. */
import type { Clause } from './clause.js'

const smallest = /\b(?:cheapest|lowest|least|smallest|fewest|earliest|shortest|minimum|min|cheaper|lower|less expensive|best price|nearest|youngest|lightest|quickest|fastest|soonest)\b|最便宜|最低|最小|最少|最早|最短/iu
const largest = /\b(?:highest|largest|biggest|greatest|latest|longest|maximum|max|most expensive|higher|dearest|farthest|oldest|heaviest)\b|最贵|最高|最大|最多|最晚|最长/iu

/** Which end a question asks for, or null. A bare comparison is taken as one for the smallest. */
export function askedExtreme(question: string): 'smallest' | 'largest' | null {
  if (smallest.test(question)) return 'smallest'
  if (largest.test(question)) return 'largest'
  return /\bcompar\w+|\bwhich\b[^?]*\bbetter\b|比较/iu.test(question) ? 'smallest' : null
}

/**
 * The clauses that hold the asked-for end of the best covered attribute.
 *
 * @param clauses candidates, best first
 * @returns one clause, or none where fewer than two values can be compared
 */
export function extremeOf(clauses: readonly Clause[], end: 'smallest' | 'largest'): Clause[] {
  const comparable = clauses.map((clause) => ({ clause, amount: amountOf(clause) }))
    .filter((entry): entry is { clause: Clause; amount: number } => entry.amount !== null)
  if (comparable.length < 2) return []
  const best = comparable.reduce((a, b) => (end === 'smallest' ? b.amount < a.amount : b.amount > a.amount) ? b : a)
  return [best.clause]
}

/** The last amount, date or time of a clause as a number. */
function amountOf(clause: Clause): number | null {
  const values = clause.tokens.filter(({ kind }) => kind === 'money' || kind === 'number' || kind === 'date' || kind === 'time')
  const value = values.findLast(({ kind }) => kind === 'money') ?? values.at(-1)
  if (!value) return null
  if (value.kind === 'date') return Date.parse(value.text) || null
  const amount = value.kind === 'time' ? Number(value.text.replace(/\D/g, '')) : Number(value.stem.replace('%', ''))
  return Number.isNaN(amount) ? null : amount
}

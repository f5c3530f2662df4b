/** Questions for the smallest or largest of several values. */
import type { Clause } from './clause.js'

const smallest = /\b(?:how (?:low|cheap|cheaply|little)|bottom price|cheapest|lowest|least|smallest|fewest|earliest|shortest|minimum|min|cheaper|lower|less expensive|best price|nearest|youngest|lightest|quickest|fastest|soonest)\b|最便宜|最低|最小|最少|最早|最短/iu
const largest = /\b(?:highest|largest|biggest|greatest|latest(?! (?:summar|note|version|state|status|entry|record|memor|information))|longest|maximum|max|most expensive|higher|dearest|farthest|oldest|heaviest)\b|最贵|最高|最大|最多|最晚|最长/iu

/** Which end a question asks for, or null. A bare comparison is taken as one for the smallest. */
export function askedExtreme(question: string): 'smallest' | 'largest' | null {
  if (smallest.test(question)) return 'smallest'
  if (largest.test(question)) return 'largest'
  return /\bcompar\w+|\bwhich\b[^?]*\bbetter\b|比较/iu.test(question) ? 'smallest' : null
}

const ofMoney = /\b(?:cheap\w*|expensive|prices?|costs?|dear\w*|how much)\b|便宜|贵|价|多少钱/iu

/** True unless the question is about prices and the clause neither holds an amount of money nor says that it is one. */
export function fitsComparison(question: string, clause: Clause): boolean {
  return !ofMoney.test(question) || clause.tokens.some(({ kind, lower }) => kind === 'money' || /^(?:prices?|costs?|fees?|fares?|rates?|total)$/.test(lower)) || /价/u.test(clause.text)
}

/**
 * The clauses that hold the asked-for end of the best covered attribute.
 *
 * @param clauses candidates
 * @returns one clause, or none where fewer than two different values can be compared: one said twice is no choice
 */
export function extremeOf(clauses: readonly Clause[], end: 'smallest' | 'largest'): Clause[] {
  const measured = clauses.map((clause) => ({ clause, amount: amountOf(clause) }))
    .filter((entry): entry is { clause: Clause; amount: number } => entry.amount !== null)
  const rows = measured.map((one) => measured.filter((other) => areParallel(one.clause, other.clause)))
  const comparable = rows.reduce((a, b) => (b.length > a.length ? b : a), [])
  if (new Set(comparable.map(({ amount }) => amount)).size < 2) return []
  const best = comparable.reduce((a, b) => (end === 'smallest' ? b.amount < a.amount : b.amount > a.amount) ? b : a)
  return [best.clause]
}

/** The same is said of both, of different things: most words are shared, and no more than two are not. */
export function areParallel(a: Clause, b: Clause): boolean {
  const [left, right] = [topicStems(a), topicStems(b)]
  const shared = [...left].filter((one) => right.has(one)).length
  return shared >= 1 && left.size - shared <= 2 && right.size - shared <= 2 && shared * 2 >= Math.max(left.size, right.size) - 1
}

const topicStems = (clause: Clause): ReadonlySet<string> => new Set(clause.tokens
  .filter(({ isContent, kind }) => isContent && kind !== 'money' && kind !== 'number' && kind !== 'date' && kind !== 'time').map((token) => token.stem))

/** The last amount, date or time of a clause as a number. */
function amountOf(clause: Clause): number | null {
  const values = clause.tokens.filter(({ kind }) => kind === 'money' || kind === 'number' || kind === 'date' || kind === 'time')
  const value = values.findLast(({ kind }) => kind === 'money') ?? values.at(-1)
  if (!value) return null
  if (value.kind === 'date') return Date.parse(value.text) || null
  const amount = value.kind === 'time' ? Number(value.text.replace(/\D/g, '')) : Number(value.stem.replace('%', ''))
  return Number.isNaN(amount) ? null : amount
}

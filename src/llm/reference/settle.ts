/** What holds when evidence disagrees: the later entry. */
import { clash } from './clash.js'
import type { Clause } from './clause.js'

/** Clauses that no later one contradicts, in order. Two of the same entry stand side by side. */
export function settle(clauses: readonly Clause[]): Clause[] {
  return clauses.filter((clause) => !clauses.some((other) =>
    other.order > clause.order && other.evidenceId !== clause.evidenceId && clash(clause, other)))
}

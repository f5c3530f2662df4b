import { givenClauses } from './given.js'
import { readText } from './read.js'
import { requiredTokens } from './required.js'
import type { Fact } from '../vocabulary.js'

/**
 * Stable keys of the bound facts of a text: one a clause, its polarity and everything it says, in sorted order. Two texts that
 * share a key state the same fact, whatever their order of words, inflection or format.
 *
 * A key is text of the content: store its digest where content must not stay.
 *
 * @returns sorted, each once; none for a text that states nothing
 */
export function factKeys(text: string, facts?: readonly Fact[] | null): string[] {
  const clauses = facts && facts.length > 0 ? givenClauses(facts) : readText(text)
  const keys = clauses
    .filter((clause) => clause.mode !== 'question')
    .map((clause) => ({
      isNegated: clause.isNegated,
      said: requiredTokens(clause)
        .map(({ key }) => key)
        .sort(),
    }))
    .filter(({ said }) => said.length > 0)
    .map(({ isNegated, said }) => `${isNegated ? '-' : '+'}${said.join('|')}`)
  return [...new Set(keys)].sort()
}

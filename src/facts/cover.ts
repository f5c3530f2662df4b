import { coverClause } from './cover-clause.js'
import { givenClauses } from './given.js'
import { premisePool, type Premise } from './premise-pool.js'
import { readText } from './read.js'
import type { Fact } from '../vocabulary.js'
import type { Clause, Token } from './types.js'

/** What a node states: its facts where they came with the record, else its text. */
export interface Exported {
  text: string
  facts?: readonly Fact[] | null
}

/** What is found in premises, with the premise, and what is found in none, as a person would say it. */
export interface Coverage {
  covered: { fact: string; by: number }[]
  missing: string[]
}

function name(clause: Clause, token: Token): string {
  const ids = [...clause.own, ...clause.around]
    .filter(({ kind, key }) => kind === 'identifier' && key !== token.key)
    .map(({ text }) => text)
  const of = ids.length > 0 && token.kind !== 'word' && token.kind !== 'identifier' ? ` (${[...new Set(ids)].join(', ')})` : ''
  return `${clause.isNegated ? 'not ' : ''}${token.text}${of}`
}

/** Values first: they are what a reader looks for. Words are named only where no value is missing. */
function names(clause: Clause, missing: readonly Token[]): string[] {
  const values = missing.filter(({ kind }) => kind !== 'word')
  return (values.length > 0 ? values : missing).map((token) => name(clause, token))
}

/**
 * Compare what is exported with what is known.
 *
 * Every fact must be found in one of the premises, bound to the same thing and with the same polarity; the premises count
 * jointly. Restatements, other units and formats, another order of words and inflections are found; what is in doubt is not.
 *
 * @param exported what must be found; given facts are compared instead of the text
 * @param premises where to look, in any order
 * @returns `missing` is empty iff everything is covered; both lists in order of the export
 * @example
 * findUncovered([{ text: 'The account plan is Gold.' }], [{ id: 4, text: '{"account": {"plan": "Gold"}}' }]).missing // []
 */
export function findUncovered(exported: readonly Exported[], premises: readonly Premise[]): Coverage {
  const pool = premisePool(premises)
  const covered = new Map<string, number>()
  const missing = new Set<string>()
  for (const { text, facts } of exported) {
    for (const clause of facts && facts.length > 0 ? givenClauses(facts) : readText(text)) {
      const cover = coverClause(clause, pool)
      for (const { token, by } of cover.covered) {
        const fact = name(clause, token)
        if (!covered.has(fact)) covered.set(fact, by)
      }
      for (const fact of names(clause, cover.missing)) missing.add(fact)
    }
  }
  return { covered: [...covered].map(([fact, by]) => ({ fact, by })), missing: [...missing] }
}

import { coverClause } from './cover-clause.js'
import { findUncovered, type Coverage, type Exported } from './cover.js'
import { givenClauses } from './given.js'
import { isCourtesy } from './mode.js'
import { premisePool, type Premise, type PremisePool } from './premise-pool.js'
import { readText } from './read.js'
import { requiredTokens } from './required.js'
import type { Clause, Token } from './types.js'

/**
 * What clean premises do not hold of something that leans on withdrawn evidence too: `findUncovered`, with two differences.
 *
 * What states no fact is not supported for that alone. Of a question every word must occur in the premises. "I have no record of
 * that." has no word that could: it may be true only because of what was withdrawn, so it is not held. Mere politeness needs no evidence.
 *
 * What was brought up to date may be named by what it replaces: where "The router model is A" was replaced because the user said "no, it
 * is B", the words router and model of "The router model is B" are no news. Words only; every value, at least one of them new, must be
 * in clean premises.
 *
 * @param exported what must be found, each by itself
 * @param premises where to look, in any order
 * @param replaced withdrawn memories that what is exported took the place of
 * @returns `missing` is empty iff everything is held
 * @example
 * findUnsupported([{ text: 'I have no record of that.' }], [{ id: 1, text: 'Am I a member?' }]).missing // ['"I have no record of that."']
 */
export function findUnsupported(exported: readonly Exported[], premises: readonly Premise[], replaced: readonly Premise[] = []): Coverage {
  const [pool, old] = [premisePool(premises), premisePool(replaced)]
  const covered = new Map<string, number>()
  const missing = new Set<string>()
  const add = ({ covered: held, missing: lacking }: Coverage): void => {
    for (const { fact, by } of held) if (!covered.has(fact)) covered.set(fact, by)
    for (const fact of lacking) missing.add(fact)
  }
  for (const one of exported) {
    const found = findUncovered([one], premises)
    if (found.missing.length > 0 && clausesOf(one).every((clause) => isHeld(clause, pool) || isBroughtUpToDate(clause, pool, old))) {
      add({ covered: [...found.covered, ...findUncovered([one], replaced).covered], missing: [] })
    } else add(found)
    if (found.covered.length + found.missing.length === 0 && !isPolite(one.text)) add(findWords(one.text, premises))
  }
  return { covered: [...covered].map(([fact, by]) => ({ fact, by })), missing: [...missing] }
}

const clausesOf = ({ text, facts }: Exported): readonly Clause[] => (facts && facts.length > 0 ? givenClauses(facts) : readText(text))

const isHeld = (clause: Clause, pool: PremisePool): boolean => coverClause(clause, pool).missing.length === 0

const isHeldBy = ({ key }: Token, pool: PremisePool): boolean => pool.clauses.some(({ covers }) => covers.has(key))

/** Something is replaced, all values of the clause are held together, one of them is new, and the words that are not held name what is replaced. */
function isBroughtUpToDate(clause: Clause, pool: PremisePool, old: PremisePool): boolean {
  if (old.clauses.length === 0) return false
  const required = requiredTokens(clause)
  const held = new Set(coverClause(clause, pool).covered.map(({ token }) => token.key))
  const values = required.filter(({ kind }) => kind !== 'word')
  return values.some((value) => !isHeldBy(value, old))
    && values.every(({ key }) => held.has(key))
    && required.every((token) => held.has(token.key) || isHeldBy(token, pool) || isHeldBy(token, old))
}

/** Whether every sentence is mere politeness. */
const isPolite = (text: string): boolean => text.trim().split(/(?<=[.!?])\s+/).every((sentence) => isCourtesy(sentence))

/** The words of a text that states nothing; the text itself where it has none. */
function findWords(text: string, premises: readonly Premise[]): Coverage {
  const words = readText(text).flatMap(({ own }) => own)
  if (words.length === 0) return { covered: [], missing: [`"${text.length > 60 ? `${text.slice(0, 60)}...` : text}"`] }
  const pools = premises.map((premise) => ({ id: premise.id, pool: premisePool([premise]) }))
  const found = words.map((word) => ({ fact: word.text, by: pools.find(({ pool }) => isHeldBy(word, pool))?.id }))
  return {
    covered: found.flatMap(({ fact, by }) => (by === undefined ? [] : [{ fact, by }])),
    missing: found.flatMap(({ fact, by }) => (by === undefined ? [fact] : [])),
  }
}

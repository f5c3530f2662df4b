/** What a question or a hint is about, weighed by how rare it is in the evidence. */
import type { Clause } from './clause.js'
import type { Token } from './tokens.js'

/** Stems with weights, in order of appearance. */
export type Topics = ReadonlyMap<string, number>

/** Weighs stems against one set of clauses. */
export type Weigh = (token: Token) => number

const valueKinds: ReadonlySet<Token['kind']> = new Set(['number', 'money', 'date', 'time'])

/** Rare stems weigh more, identifiers most, the user himself next to nothing. */
export function weighAgainst(clauses: readonly Clause[]): Weigh {
  const counts = new Map<string, number>()
  for (const { stems } of clauses) for (const one of stems) counts.set(one, (counts.get(one) ?? 0) + 1)
  return (token) => {
    if (token.stem === 'user') return 0.15
    const rarity = 1 + Math.log((clauses.length + 1) / ((counts.get(token.stem) ?? 0) + 1)) / 3
    return rarity * (token.kind === 'id' ? 1.5 : token.kind === 'name' ? 0.75 : 1)
  }
}

/**
 * The topics of a text.
 *
 * @param withValues numbers, money, dates and times count too: for questions, where the user vouches for them
 */
export function topicsOf(tokens: readonly Token[], weigh: Weigh, withValues: boolean): Topics {
  const topics = new Map<string, number>()
  for (const token of tokens) {
    if (!token.isContent || (!withValues && valueKinds.has(token.kind))) continue
    if (!topics.has(token.stem)) topics.set(token.stem, weigh(token))
  }
  return topics
}

/** Weight of the topics that a clause holds; what the clause leans on counts half. */
export function coverage(topics: Topics, clause: Clause): number {
  let sum = 0
  for (const [one, weight] of topics) {
    if (clause.stems.has(one)) sum += weight
    else if (clause.leansOn?.stems.has(one)) sum += weight / 2
  }
  return sum
}

/** Weight of all topics. */
export function total(topics: Topics): number {
  let sum = 0
  for (const weight of topics.values()) sum += weight
  return sum
}

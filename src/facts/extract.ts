import { tidy } from './normalise.js'
import { readText } from './read.js'
import { readQuotes } from './tokens.js'
import type { Clause, ExtractedFact, Token } from './types.js'

const isAnchor = (token: Token): boolean => token.kind === 'identifier' || token.kind === 'name'
const text = (tokens: Token[]): string | null => [...new Set(tokens.map(({ key }) => key.slice(2)))].join(' ') || null

function factsOf(clause: Clause): ExtractedFact[] {
  const anchors = [...clause.own, ...clause.around].filter(isAnchor)
  const all = [...clause.own, ...(clause.text.includes('"') ? readQuotes(tidy(clause.text)) : [])]
  return all.map((token) => ({
    kind: token.kind,
    value: token.key.slice(2),
    text: token.text,
    isNegated: clause.isNegated,
    entity: text(anchors.filter(({ key }) => key !== token.key)),
    attribute: text(clause.own.filter(({ kind, key }) => kind === 'word' && key !== token.key)),
  }))
}

/**
 * The facts of a text: values bound to a thing. Numbers, money, dates, durations, identifiers, names, statuses, colours, quoted
 * text, booleans, addresses, and the content words that a conclusion consists of; JSON by its leaves.
 *
 * @returns in order of appearance; none for a text of function words
 * @example
 * extractFacts('Order ORD1 costs $1,200.00')[2] // { kind: 'money', value: '1200 usd', entity: 'ord1', ... }
 */
export function extractFacts(content: string): ExtractedFact[] {
  return readText(content).flatMap(factsOf)
}

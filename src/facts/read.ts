import { rawClauses } from './clauses.js'
import { readJson } from './json.js'
import { isConditional, isCourtesy, modeOf } from './mode.js'
import { tidy } from './normalise.js'
import { isNegated } from './polarity.js'
import { stem } from './stem.js'
import { readTokens } from './tokens.js'
import type { Clause, Token } from './types.js'

const reference = /\b(?:its|it|this|that|their|they|these|those|dessen|deren|sein|seine)\b|其|该|它/i
const possessive = /\b(\p{Lu}[\p{L}]+)'s\b/gu
const cache = new Map<string, Clause[]>()

const isIdentifier = (token: Token): boolean => token.kind === 'identifier' || token.kind === 'email'

/** Politeness says nothing by its words; a value in it still counts. */
const isValue = ({ kind }: Token): boolean => kind !== 'word' && kind !== 'name'

function readProse(text: string, carriedBefore: Token[]): Clause[] {
  let carried = carriedBefore
  return rawClauses(text).map((raw) => {
    const whole = raw.subject === '' ? raw.text : `${raw.subject} ${raw.text}`
    const own = isCourtesy(raw.text) ? readTokens(whole).filter(isValue) : readTokens(whole)
    const ids = own.filter(isIdentifier)
    const names = own.filter((token) => token.kind === 'name')
    const around = ids.length === 0 ? carried : []
    if (ids.length > 0) carried = ids
    else if (names.length > 0 && carried.length === 0) carried = names
    const owners = [...whole.matchAll(possessive)].map((match) => `w:${stem((match[1] ?? '').toLowerCase())}`)
    const mode = modeOf(raw.text)
    const negated = raw.isNegatedByContrast !== isNegated(raw.text)
    return {
      text: whole,
      isNegated: negated,
      mode,
      isConditional: isConditional(raw.text, raw.sentence),
      own,
      around,
      isBound: reference.test(raw.text),
      owners,
    }
  })
}

/** Where prose ends and JSON begins: a line that opens with a bracket ("get_order(ORD1)", then the result). */
function parts(text: string): string[] {
  const at = text.search(/(?:^|\n)\s*[[{]/)
  return at > 0 ? [text.slice(0, at), text.slice(at)] : [text]
}

/**
 * Read a text as clauses: JSON by its leaves, prose by its sentences. What a clause without an identifier is about is taken
 * from the clause before it.
 *
 * Pure; the last readings are kept, because the same premise is looked at for many conclusions.
 */
export function readText(text: string): Clause[] {
  const known = cache.get(text)
  if (known) return known
  const clauses: Clause[] = []
  for (const part of parts(text)) {
    const carried = clauses.flatMap((clause) => clause.own).filter(isIdentifier)
    const json = readJson(part)
    if (json) clauses.push(...(carried.length > 0 ? json.map((clause) => ({ ...clause, around: [...clause.around, ...carried] })) : json))
    else clauses.push(...readProse(tidy(part), carried))
  }
  if (cache.size >= 2000) cache.delete(cache.keys().next().value ?? '')
  if (text.length < 20_000) cache.set(text, clauses)
  return clauses
}

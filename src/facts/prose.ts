import { rawClauses } from './clauses.js'
import { isConditional, isCourtesy, modeOf } from './mode.js'
import { isNegated } from './polarity.js'
import { ownersOf } from './owners.js'
import { readTokens } from './tokens.js'
import type { Clause, Token } from './types.js'

/** Whether a token names one thing and no other. */
export const isIdentifier = (token: Token): boolean => token.kind === 'identifier' || token.kind === 'email'

const reference = /\b(?:its|it|this|that|their|they|these|those|dessen|deren|sein|seine)\b|其|该|它/i

/** Politeness says nothing by its words; a value in it still counts. */
const isValue = ({ kind }: Token): boolean => kind !== 'word' && kind !== 'name'

/**
 * Read prose as clauses.
 *
 * @param text tidy
 * @param carriedBefore what the text before was about
 */
export function readProse(text: string, carriedBefore: Token[]): Clause[] {
  let carried = carriedBefore
  return rawClauses(text).map((raw) => {
    const whole = raw.subject === '' ? raw.text : `${raw.subject} ${raw.text}`
    const own = isCourtesy(raw.text) ? readTokens(whole).filter(isValue) : readTokens(whole)
    const ids = own.filter(isIdentifier)
    const names = own.filter((token) => token.kind === 'name')
    const around = ids.length === 0 ? carried : []
    if (ids.length > 0) carried = ids
    else if (names.length > 0 && carried.length === 0) carried = names
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
      owners: ownersOf(whole, raw.sentence),
    }
  })
}

import { rawClauses } from './clauses.js'
import { isConditional, isCourtesy, modeOf } from './mode.js'
import { isNegated } from './polarity.js'
import { stem } from './stem.js'
import { readTokens } from './tokens.js'
import type { Clause, Token } from './types.js'

/** Whether a token names one thing and no other. */
export const isIdentifier = (token: Token): boolean => token.kind === 'identifier' || token.kind === 'email'

const reference = /\b(?:its|it|this|that|their|they|these|those|dessen|deren|sein|seine)\b|其|该|它/i
const possessive = /\b(\p{Lu}[\p{L}]+)'s\b/gu
/** Somebody of somebody's: "my sister's plan", "the plan of the user's sister", 用户姐姐的套餐. */
const related = /\b(?:\p{L}+'s|my|his|her|their|our|your)\s+(\p{Ll}+)'s\b|\bof\s+(?:the\s+)?(?:\p{L}+'s|my|his|her|their|our|your)\s+(\p{Ll}+)\b|(?:用户|我|他|她)(?![的有没是在对把被给从到也都还已会要想将说])((?:(?![了过着])\p{Script=Han}){1,4})的/giu

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
    const owners = [...whole.matchAll(possessive), ...whole.matchAll(related)].map((match) => `w:${stem((match[1] ?? match[2] ?? match[3] ?? '').toLowerCase())}`)
      .filter((owner) => owner !== 'w:user')
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

import { tidy } from './normalise.js'
import { isNegated } from './polarity.js'
import { readTokens } from './tokens.js'
import type { Fact } from '../vocabulary.js'
import type { Clause } from './types.js'

const words = (text: string | null): string => tidy((text ?? '').replace(/_/g, ' '))

/** Facts that came with the record, as clauses: the attribute of the entity is the value. */
export function givenClauses(facts: readonly Fact[] | null | undefined): Clause[] {
  return (facts ?? []).map(({ entity, attribute, value }) => {
    const text = [entity, attribute, value].filter(Boolean).join(' ')
    const own = [...readTokens(words(entity)), ...readTokens(words(attribute)), ...readTokens(tidy(value))]
    return {
      text,
      isNegated: isNegated(`${words(attribute)} ${value}`),
      mode: 'statement',
      isConditional: false,
      own,
      around: [],
      isBound: false,
      owners: [],
    }
  })
}

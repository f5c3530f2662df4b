/** Who is said to be what: the parts of a clause around its copula. */
import { copulas, negations, prepositions } from './function-words.js'
import type { Token } from './tokens.js'

/** A clause as subject, attribute and value; stems throughout. */
export interface Frame {
  subject: ReadonlySet<string>
  /** The noun that the subject ends with, `status` where a bare thing is in a state, null for a person, who is many things at once. */
  attribute: string | null
  value: readonly string[]
}

/** The attribute of "X is ready": a thing and its state. */
export const stateAttribute = 'status'

/** Read the frame of a clause, or null where it has no copula with both sides. */
export function frameOf(tokens: readonly Token[]): Frame | null {
  const at = tokens.findIndex((token, index) => index > 0 && copulas.has(token.lower))
  if (at < 1 || at === tokens.length - 1) return null
  const isTurned = endsInOwn(tokens, at)
  const left = isTurned ? tokens.slice(at + 1) : tokens.slice(0, at)
  const value = (isTurned ? tokens.slice(0, at) : tokens.slice(at + 1)).filter((token) => token.isContent && !negations.has(token.lower)).map((token) => token.stem)
  const subject = new Set(left.filter((token) => token.isContent).map((token) => token.stem))
  if (subject.size === 0 || value.length === 0) return null
  const until = left.findIndex((token) => prepositions.has(token.lower))
  const noun = (until > 0 ? left.slice(0, until) : left).findLast((token) => token.isContent)
  const attribute = noun?.kind === 'id' ? stateAttribute : noun?.stem === 'user' ? null : noun?.stem ?? null
  return { subject, attribute, value }
}

/** "K2 is the user's key": the noun stands behind, and what is in front is its value. */
function endsInOwn(tokens: readonly Token[], at: number): boolean {
  if (tokens.slice(0, at).some(({ stem }) => stem === 'user')) return false
  const [first, second, third] = tokens.slice(at + 1).filter(({ lower }) => lower !== 'now' && lower !== 'the')
  if (!first || first.stem !== 'user' || !second) return false
  return second.text === '的' ? third !== undefined : /['’]s$|^my$|^our$|的$/.test(first.lower)
}

/** Whose thing a statement is about, besides the user. */
import { isPerson, personHan } from '../../facts/people.js'
import { stem } from './stem.js'
import { unspaced, type Token } from './tokens.js'

/**
 * Stems of those whose something is spoken of: "the user's aunt's key", "the key of the user's aunt" and "the user's aunt has K2 as her key" all
 * belong to the aunt. Empty where it is the user's own, or nobody's.
 *
 * @param tokens of the subject
 */
export function ownersOf(tokens: readonly Token[]): ReadonlySet<string> {
  const owners = new Set<string>()
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1]
    if (isPossessive(token) && token.stem !== 'user' && !isServed(token, tokens[at - 1])) owners.add(token.stem)
    else if (isPerson(token.lower) && isSomebodys(tokens, at)) owners.add(stem(token.lower))
    else if (token.stem === 'user' && /^[我用]/u.test(token.text) && next?.isContent && tokens[at + 2]?.text === '的') owners.add(next.stem)
    else if (unspaced.test(token.text) && personHan.test(token.text) && personHan.exec(token.text)?.[0] === token.text) owners.add(token.stem)
  }
  return owners
}

/** "Their aunt", "the user's aunt", "neighbour Dora", "a friend of the user": somebody's, or somebody with a name. */
function isSomebodys(tokens: readonly Token[], at: number): boolean {
  const before = tokens.slice(Math.max(0, at - 3), at).some(({ lower }) => /^(?:my|our|his|her|their|your|its)$|['’]s$/.test(lower))
  const next = tokens[at + 1]
  return before || next?.kind === 'name' || (next?.lower === 'of' && tokens.slice(at + 2, at + 5).some(({ stem: one }) => one === 'user'))
}

/** "The caller's", "this client's": whom an assistant serves may be called by what he does. */
const isServed = ({ lower, kind }: Token, before: Token | undefined): boolean =>
  kind === 'word' && /(?:er|or|client|guest|person)['’]s$/.test(lower) && !isPerson(lower) && /^(?:the|this|that)$/.test(before?.lower ?? '')

const isPossessive = ({ lower }: Token): boolean => /[\p{L}]['’]s$/u.test(lower) && !/^(?:it|that|what|there|here|he|she|who|let|where|how|one|today|everyone|name|else)['’]s$/.test(lower)

/** The same owners in both. */
export const sameOwners = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => a.size === b.size && [...a].every((one) => b.has(one))

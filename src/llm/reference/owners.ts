/** Whose thing a statement is about, besides the user. */
import type { Token } from './tokens.js'

/**
 * Stems of those whose something is spoken of: "the user's aunt's key" and "the key of the user's aunt" both belong to the aunt. Empty
 * where it is the user's own, or nobody's.
 *
 * @param tokens of the subject
 */
export function ownersOf(tokens: readonly Token[]): ReadonlySet<string> {
  const owners = new Set<string>()
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1]
    if (isPossessive(token) && token.stem !== 'user') owners.add(token.stem)
    else if (token.stem === 'user' && tokens[at - 1] && hasOf(tokens, at) && next?.isContent) owners.add(next.stem)
    else if (token.stem === 'user' && /^[我用]/u.test(token.text) && next?.isContent && tokens[at + 2]?.text === '的') owners.add(next.stem)
  }
  return owners
}

const isPossessive = ({ lower }: Token): boolean => /[\p{L}]['’]s$/u.test(lower) && !/^(?:it|that|what|there|here|he|she|who|let|where|how)['’]s$/.test(lower)

/** "of the user's aunt", not "of the user". */
const hasOf = (tokens: readonly Token[], at: number): boolean =>
  /['’]s$|^my$|^our$/.test(tokens[at]?.lower ?? '') && tokens.slice(Math.max(0, at - 2), at).some(({ lower }) => lower === 'of')

/** The same owners in both. */
export const sameOwners = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => a.size === b.size && [...a].every((one) => b.has(one))

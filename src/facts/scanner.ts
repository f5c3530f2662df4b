import type { Token } from './types.js'

/** Finds tokens of one kind in a clause. */
export interface Matcher {
  pattern: RegExp
  /** What a text must hold for the pattern to have a chance; cheap. */
  hint?: RegExp
  /** Make a token of a match, or null to leave the words to the next matcher. */
  read(match: RegExpExecArray): Token | null
}

/** A token with the place where it stands. */
export interface Placed {
  token: Token
  at: number
}

/**
 * Run a matcher over a text and blank out what it took, so that nothing is read twice.
 *
 * @param pattern must be global
 * @returns the rest of the text, of the same length
 */
export function scan(text: string, matcher: Matcher, found: Placed[]): string {
  if (matcher.hint && !matcher.hint.test(text)) return text
  let rest = text
  matcher.pattern.lastIndex = 0
  for (let match = matcher.pattern.exec(text); match; match = matcher.pattern.exec(text)) {
    if (match[0] === '') {
      matcher.pattern.lastIndex++
      continue
    }
    const token = matcher.read(match)
    if (!token) continue
    found.push({ token, at: match.index })
    rest = rest.slice(0, match.index) + '\u0001'.repeat(match[0].length) + rest.slice(match.index + match[0].length)
  }
  return rest
}

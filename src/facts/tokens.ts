import { chineseDate, dayMonth, isoDate, monthDay, monthYear, numericDate } from './dates.js'
import { duration } from './durations.js'
import { address, identifier } from './identifiers.js'
import { money } from './money.js'
import { pieces } from './pieces.js'
import { number, percent } from './quantities.js'
import { scan, type Placed } from './scanner.js'
import { time } from './times.js'
import type { Token } from './types.js'
import { readWords } from './words.js'

const withDigits = [isoDate, chineseDate, numericDate, dayMonth, monthDay, monthYear, time, duration, money, percent, identifier, number]

/**
 * Read the tokens of a clause in their order. Every matcher blanks out what it took; what is left are words.
 *
 * @param clause tidy text
 */
export function readTokens(clause: string): Token[] {
  if (clause.length > 1200) return pieces(clause).flatMap(readTokens)
  const found: Placed[] = []
  let rest = clause
  if (rest.includes('@') || rest.includes('://')) rest = scan(rest, address, found)
  if (/\d/.test(rest)) for (const matcher of withDigits) rest = scan(rest, matcher, found)
  else rest = scan(scan(rest, duration, found), number, found)
  readWords(rest.replaceAll('_', ' '), found)
  return found.sort((a, b) => a.at - b.at).map(({ token }) => token)
}

/** What stands in double quotes, each as a fact of its own; its words are read as words too. */
export function readQuotes(clause: string): Token[] {
  return [...clause.matchAll(/"([^"]{2,200})"/g)].map((match) => {
    const key = `q:${(match[1] ?? '').toLowerCase().trim()}`
    return { kind: 'quote', text: match[1] ?? '', key, covers: [key] }
  })
}

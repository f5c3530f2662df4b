import { numberPattern, numberWords, readNumber } from './numbers.js'
import type { Matcher } from './scanner.js'

/** 12 %, 12 percent, 12 Prozent. */
export const percent: Matcher = {
  hint: /%|percent|prozent/i,
  pattern: new RegExp(String.raw`(?<![\w.,])(${numberPattern})\s?(?:%|percent\b|prozent\b)`, 'gi'),
  read(match) {
    const amount = readNumber(match[1] ?? '')
    return amount === null ? null : { kind: 'percent', text: match[0], key: `p:${amount}`, covers: [`p:${amount}`, `n:${amount}`] }
  },
}

/** Letters of scripts that put blanks between words: a digit next to one belongs to its word. */
const letter = String.raw`(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])\p{L}`

/** A bare number. Where a premise gives a unit, the bare number is held by it; the other way round a unit would be added. */
export const number: Matcher = {
  pattern: new RegExp(String.raw`(?<!${letter}|[\d_])-?(?:${numberPattern})(?![\d_])|(?<![\p{L}\d_-])(?:${numberWords})(?![\p{L}\d_])`, 'giu'),
  read(match) {
    const negative = match[0].startsWith('-')
    const amount = readNumber(match[0].replace(/^-/, ''))
    if (amount === null || (amount === '1' && /[a-z]/i.test(match[0]))) return null
    const key = `n:${negative ? '-' : ''}${amount}`
    return { kind: 'number', text: match[0], key, covers: [key] }
  },
}

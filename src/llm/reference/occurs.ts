/** Whether a value stands somewhere in a text. */
import { sameDate } from './date-key.js'
import { tokenize } from './tokens.js'

/** True when the tokens of `value` stand together in `text`; one or two letters alone must match in case too. */
export function occurs(value: string | number, text: string): boolean {
  const wanted = tokenize(String(value))
  if (wanted.length === 0) return String(value).trim() !== '' && text.includes(String(value))
  const found = tokenize(text)
  const byCase = wanted.length === 1 && (wanted[0]?.text.length ?? 0) < 3
  const same = (at: number): boolean => wanted.every((token, offset) => {
    const other = found[at + offset]
    if (!other) return false
    if (token.kind === 'date') return other.kind === 'date' && sameDate(token.stem, other.stem)
    if (token.kind === 'number' || token.kind === 'money') return other.stem === token.stem
    return byCase ? other.text === token.text : other.lower === token.lower
  })
  return found.some((_, at) => same(at))
}

/** True for arithmetic over numbers that all stand in the text. */
export function isWorkedOutFrom(value: string | number, text: string): boolean {
  if (typeof value === 'number' || !/^[\d\s.,+\-*/()%]+$/.test(value) || !/[+\-*/]/.test(value)) return false
  return tokenize(value).every((token) => occurs(token.text, text))
}

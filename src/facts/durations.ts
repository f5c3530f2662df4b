import { numberPattern, numberWords, readNumber } from './numbers.js'
import type { Matcher } from './scanner.js'
import type { Token } from './types.js'

/** Unit, in seconds or months: what converts exactly converts, a month is not thirty days. */
const units: readonly (readonly [pattern: string, factor: number, base: 's' | 'mo'])[] = [
  ['seconds?|secs?|sekunden?|秒钟?', 1, 's'],
  ['minutes?|mins?|minuten?|分钟', 60, 's'],
  ['hours?|hrs?|stunden?|个?小时', 3600, 's'],
  ['days?|tagen?|tage?|天', 86_400, 's'],
  ['weeks?|wochen?|周|个?星期', 604_800, 's'],
  ['months?|monaten?|monate?|个?月', 1, 'mo'],
  ['years?|yrs?|jahren?|jahre?|年', 12, 'mo'],
]
const unitPattern = units.map(([pattern]) => pattern).join('|')

function unitOf(text: string): readonly [number, 's' | 'mo'] | null {
  for (const [pattern, factor, base] of units) if (new RegExp(`^(?:${pattern})$`, 'i').test(text)) return [factor, base]
  return null
}
const unitCache = new Map<string, readonly [number, 's' | 'mo'] | null>()

/**
 * A length of time as a token: two weeks are fourteen days, a month is not thirty.
 *
 * @returns null when the unit is none
 */
export function durationToken(text: string, amount: string, unit: string): Token | null {
  const name = unit.toLowerCase()
  let known = unitCache.get(name)
  if (known === undefined) unitCache.set(name, (known = unitCache.size < 200 ? unitOf(name) : null))
  known ??= unitOf(name)
  if (!known) return null
  const key = `l:${Number(amount) * known[0]}${known[1]}`
  return { kind: 'duration', text, key, covers: [key, `n:${amount}`] }
}

const amountPattern = String.raw`(${numberPattern}|${numberWords})[\s-]?(?:(?:working|business|calendar)\s)?`

/** 30 days, 30-day, thirty days, 30 Tage, 30 天, 2 weeks. */
export const duration: Matcher = {
  hint: /sec|sek|min|hour|hr|stund|day|tag|week|woche|month|monat|year|yr|jahr|[秒分时天周月年]|星期/i,
  pattern: new RegExp(String.raw`(?<![\w.,])${amountPattern}(${unitPattern})(?![\p{L}\d](?<![\u4e00-\u9fff]))`, 'giu'),
  read(match) {
    const amount = readNumber(match[1] ?? '')
    return amount === null ? null : durationToken(match[0], amount, match[2] ?? '')
  },
}

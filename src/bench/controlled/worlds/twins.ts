/** Identifiers, amounts and dates that are easy to mistake for each other. */
import type { Random } from '../random.js'

/** Different identifiers with one prefix that differ in a digit or in the order of digits: `P0199`, `P0198`, `P0919`. */
export function twinIds(random: Random, prefix: string, digits: number, count: number): string[] {
  const most = 10 ** digits - 1
  const base = random.int(Math.floor(most / 10), Math.floor(most * 0.9))
  const made = new Set([base])
  while (made.size < count) {
    const text = String(base).padStart(digits, '0').split('')
    const at = random.int(1, digits - 1)
    if (random.chance(0.3)) [text[at - 1], text[at]] = [text[at] ?? '0', text[at - 1] ?? '0']
    else text[at] = String(random.int(0, 9))
    made.add(Number(text.join('')))
  }
  return random.shuffle([...made]).map((one) => `${prefix}${String(one).padStart(digits, '0')}`)
}

/** Different amounts with cents, all within a fifth of each other. */
export function closeAmounts(random: Random, around: number, count: number): number[] {
  const made = new Set<number>()
  while (made.size < count) made.add(Math.round(around * (0.85 + random.next() * 0.3) * 100) / 100)
  return [...made]
}

/** Different days of one season, as `2026-04-17`. */
export function closeDays(random: Random, count: number): string[] {
  const start = Date.UTC(2026, random.int(0, 9), random.int(1, 20))
  const made = new Set<string>()
  while (made.size < count) made.add(new Date(start + random.int(0, 40) * 86_400_000).toISOString().slice(0, 10))
  return [...made]
}

/** Different times of day, as `07:35`. */
export function closeTimes(random: Random, count: number): string[] {
  const made = new Set<string>()
  while (made.size < count) made.add(`${String(random.int(6, 22)).padStart(2, '0')}:${String(random.int(0, 11) * 5).padStart(2, '0')}`)
  return [...made]
}

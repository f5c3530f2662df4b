import type { Matcher } from './scanner.js'
import type { Token } from './types.js'

const months: Readonly<Record<string, number>> = {
  january: 1,
  jan: 1,
  januar: 1,
  february: 2,
  feb: 2,
  februar: 2,
  march: 3,
  mar: 3,
  märz: 3,
  april: 4,
  apr: 4,
  may: 5,
  mai: 5,
  june: 6,
  jun: 6,
  juni: 6,
  july: 7,
  jul: 7,
  juli: 7,
  august: 8,
  aug: 8,
  september: 9,
  sep: 9,
  sept: 9,
  october: 10,
  oct: 10,
  oktober: 10,
  okt: 10,
  november: 11,
  nov: 11,
  december: 12,
  dec: 12,
  dezember: 12,
  dez: 12,
}
const names = Object.keys(months)
  .sort((a, b) => b.length - a.length)
  .join('|')
const monthHint = /jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz]/i
const pad = (value: number): string => String(value).padStart(2, '0')

/**
 * A date as a token. A date without a year is held by one with a year, never the other way round: who adds a year says
 * more. A month is held by a day in it.
 */
function dateToken(text: string, year: number | null, month: number, day: number | null): Token | null {
  if (month < 1 || month > 12 || (day !== null && (day < 1 || day > 31))) return null
  const short = `d:--${pad(month)}${day === null ? '' : `-${pad(day)}`}`
  const long = year === null ? null : `d:${year}-${short.slice(4)}`
  const key = long ?? short
  const covers = [key, short]
  if (day !== null && year !== null) covers.push(`d:${year}-${pad(month)}`)
  return { kind: 'date', text, key, covers }
}
const year = (text: string | undefined): number | null => (text ? Number(text) : null)

/** 2026-05-03, 2026/5/3, 2026-05-03T10:00. */
export const isoDate: Matcher = {
  hint: /\d{4}[-/]\d/,
  pattern: /(?<![\w-])(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?![\d-])(?:T(?=\d))?/g,
  read: (match) => dateToken(match[0], Number(match[1]), Number(match[3]), Number(match[4])),
}

/** 2026年5月3日, 5月3日. */
export const chineseDate: Matcher = {
  hint: /月/,
  pattern: /(?:(\d{4})\s?年\s?)?(\d{1,2})\s?月\s?(?:(\d{1,2})\s?[日号])?/g,
  read: (match) => dateToken(match[0], year(match[1]), Number(match[2]), match[3] ? Number(match[3]) : null),
}

/** 3 May, 3rd of May 2026, 3. Mai 2026. */
export const dayMonth: Matcher = {
  hint: monthHint,
  pattern: new RegExp(String.raw`(?<![\w.,])(\d{1,2})(?:st|nd|rd|th|\.)?\s(?:of\s)?(${names})\b\.?(?:,?\s(\d{4})\b)?`, 'gi'),
  read: (match) => dateToken(match[0], year(match[3]), months[(match[2] ?? '').toLowerCase()] ?? 0, Number(match[1])),
}

/** May 3, May 3rd, 2026. */
export const monthDay: Matcher = {
  hint: monthHint,
  pattern: new RegExp(String.raw`\b(${names})\b\.?\s(\d{1,2})(?:st|nd|rd|th)?(?![\d:])(?:,?\s(\d{4})\b)?`, 'gi'),
  read: (match) => dateToken(match[0], year(match[3]), months[(match[1] ?? '').toLowerCase()] ?? 0, Number(match[2])),
}

/** May 2026. */
export const monthYear: Matcher = {
  hint: monthHint,
  pattern: new RegExp(String.raw`\b(${names})\b\.?\s(\d{4})\b`, 'gi'),
  read: (match) => dateToken(match[0], Number(match[2]), months[(match[1] ?? '').toLowerCase()] ?? 0, null),
}

/** 03.05.2026 is 3 May; 05/03/2026 is May 3, unless the first number is no month. */
export const numericDate: Matcher = {
  hint: /[./]\d{4}/,
  pattern: /(?<![\w.])(\d{1,2})([./])(\d{1,2})\2(\d{4})(?!\d)/g,
  read(match) {
    const [first, second] = [Number(match[1]), Number(match[3])]
    const isDayFirst = match[2] === '.' || first > 12
    return dateToken(match[0], Number(match[4]), isDayFirst ? second : first, isDayFirst ? first : second)
  },
}

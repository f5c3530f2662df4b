/** Judges answers against what is true. No method may import this page; one is handed it through a declared port. */
import type { FactTest, Labels, OraclePort } from './types.js'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthWord = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const iso = (year: string, month: number, day: string): string => `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
const monthOf = (word: string): number => months.indexOf(word.slice(0, 3)) + 1

/** Text in which equal values are spelled equally: lower case, ISO days, bare amounts, single blanks. */
export function normaliseText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('’', "'")
    .replaceAll(new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${monthWord},? (\\d{4})\\b`, 'g'), (_, day: string, month: string, year: string) => iso(year, monthOf(month), day))
    .replaceAll(new RegExp(`\\b${monthWord} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, 'g'), (_, month: string, day: string, year: string) => iso(year, monthOf(month), day))
    .replaceAll(/(\d{4})年(\d{1,2})月(\d{1,2})[日号]/g, (_, year: string, month: string, day: string) => iso(year, Number(month), day))
    .replaceAll(/(?<=\d),(?=\d{3}\b)/g, '')
    .replaceAll(/(?<![\d.])(\d+)\.(\d*?)0+(?!\d)/g, (_, whole: string, rest: string) => (rest ? `${whole}.${rest}` : whole))
    .replaceAll(/[$€£¥]\s?/g, '').replaceAll(/\b(?:usd|eur|gbp|dollars?|euros?)\b/g, '')
    .replaceAll(/\s+/g, ' ').trim()
}

/** True when one of the spellings stands in the text as a whole word or number. */
export function holdsFact(text: string, test: FactTest): boolean {
  const normal = normaliseText(text)
  return test.anyOf.some((form) => {
    const wanted = normaliseText(form)
    if (wanted === '') return false
    for (let at = normal.indexOf(wanted); at >= 0; at = normal.indexOf(wanted, at + 1)) {
      if (isEdge(normal, at - 1, at) && isEdge(normal, at + wanted.length - 1, at + wanted.length)) return true
    }
    return false
  })
}

/** Between two letters of one word, or two digits of one number, there is no edge; Chinese has edges everywhere. */
function isEdge(text: string, left: number, right: number): boolean {
  const [a, b] = [text.charAt(left), text.charAt(right)]
  if (a === '' || b === '') return true
  if (/\d/.test(a) && b === '.') return !/\d/.test(text.charAt(right + 1))
  if (a === '.' && /\d/.test(b)) return !/\d/.test(text.charAt(left - 1))
  return !(/[a-z0-9à-ÿ]/.test(a) && /[a-z0-9à-ÿ]/.test(b))
}

/** True when the answer has all that is required and nothing that is forbidden. */
export function isRight(answer: string, labels: Pick<Labels, 'required' | 'forbidden'>): boolean {
  return labels.required.every((test) => holdsFact(answer, test)) && !labels.forbidden.some((test) => holdsFact(answer, test))
}

/** The port of the one method that may ask. */
export function oraclePort(labels: Labels): OraclePort {
  return (answer) => isRight(answer, labels)
}

/** One form for all spellings of a date. */

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `2024-05-20`, or `--05-20` where no year is given; the text itself where the parts cannot be told. */
export function dateKey(lower: string): string {
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(lower)
  if (iso) return iso[0]
  const east = /^(?:(\d{4})年)?(\d{1,2})月(\d{1,2})/.exec(lower)
  if (east) return key(east[1], Number(east[2]), Number(east[3]))
  const month = months.findIndex((name) => new RegExp(`\\b${name}`).test(lower)) + 1
  const day = /\b(\d{1,2})(?:st|nd|rd|th)?\b/.exec(lower)
  return month > 0 && day ? key(/\b\d{4}\b/.exec(lower)?.[0], month, Number(day[1])) : lower
}

/** True when both are the same day; a missing year fits any. */
export function sameDate(a: string, b: string): boolean {
  return a === b || ((a.startsWith('--') || b.startsWith('--')) && a.slice(-5) === b.slice(-5))
}

const key = (year: string | undefined, month: number, day: number): string =>
  `${year ?? '-'}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

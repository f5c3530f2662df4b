const marks = /[*`_~]{1,3}(?=\S)|(?<=\S)[*`~]{1,3}/g

/**
 * One spelling for what differs in form only: compatibility characters, quotes, dashes, blanks.
 *
 * @returns the text with its case kept
 */
export function tidy(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u02bc`]/g, "'")
    .replace(/[\u201c\u201d\u201e\u00ab\u00bb\u300c\u300d]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[^\S\n]+/g, ' ')
}

/**
 * The form in which two texts are compared as a whole: tidy, lower case, no marks of emphasis, no final stop.
 *
 * @example
 * normaliseText('The plan  is **Gold**.') === normaliseText('the plan is gold') // true
 */
export function normaliseText(text: string): string {
  const plain = tidy(text).replace(marks, '').toLowerCase().replace(/\s+/g, ' ')
  let end = plain.length
  while (end > 0 && '.!。！ '.includes(plain[end - 1] ?? '')) end--
  return plain.slice(0, end).trim()
}

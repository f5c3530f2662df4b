const words: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  'forty-five': 45,
  fifty: 50,
  sixty: 60,
  ninety: 90,
  hundred: 100,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  zwölf: 12,
  zwanzig: 20,
  dreißig: 30,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
  三十: 30,
}

/** Number words, longest first, for use in a pattern. */
export const numberWords = Object.keys(words)
  .sort((a, b) => b.length - a.length)
  .join('|')

/** A number in digits: groups of thousands by comma, point, blank or apostrophe; decimals by point or comma. */
export const numberPattern = String.raw`\d{1,3}(?:[,.' ]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?`

/**
 * Read a number in English or German writing, or a number word.
 *
 * `1,200.50` and `1.200,50` are the same. A single separator before exactly three digits is read as thousands when it is a
 * comma, or when `isGerman` says so; otherwise as a decimal point.
 *
 * @returns its shortest decimal form (`1200.5`), or null when it is no number
 */
export function readNumber(text: string, isGerman = false): string | null {
  const word = Object.hasOwn(words, text.toLowerCase()) ? words[text.toLowerCase()] : undefined
  if (word !== undefined) return String(word)
  let digits = text.replace(/[' ](?=\d{3})/g, '')
  const comma = digits.lastIndexOf(',')
  const point = digits.lastIndexOf('.')
  if (comma >= 0 && point >= 0) digits = comma > point ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '')
  else if (comma >= 0) digits = /^\d{1,3}(,\d{3})+$/.test(digits) ? digits.replaceAll(',', '') : digits.replace(',', '.')
  else if (point >= 0 && /^\d{1,3}(\.\d{3})+$/.test(digits) && (isGerman || digits.indexOf('.') !== point))
    digits = digits.replaceAll('.', '')
  const value = Number(digits)
  return digits === '' || !Number.isFinite(value) ? null : String(value)
}

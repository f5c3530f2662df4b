/** Words of a text that have a digit in them, as they stand: a quick look at which values two texts may share. */
const word = /[\p{Script=Latin}\d][\p{Script=Latin}\d.,:/_+-]*/gu

/** Numbers joined by stops or strokes, like 2026-05-03: their parts are what the same says in words. */
const joined = /^\d+(?:[-./:]\d+)+$/

/**
 * @returns in lower case, without punctuation at the end; numbers without separators of thousands, and the parts of joined ones besides
 * @example
 * digitWords('Order ORD7 costs $1,200 from 2026-05-03.') // ord7, 1200, 2026-05-03, 2026, 5, 3
 */
export function digitWords(text: string): Set<string> {
  const found = new Set<string>()
  for (const [match] of text.matchAll(word)) {
    if (!/\d/.test(match)) continue
    const one = match.toLowerCase().replace(/[.,:/_+-]+$/, '').replace(/(?<=\d),(?=\d{3}\b)/g, '')
    found.add(one)
    if (joined.test(one)) for (const part of one.split(/[-./:]/)) found.add(String(Number(part)))
  }
  return found
}

/** Words of a text that have a digit in them, as they stand: a quick look at which values two texts may share. */
const word = /[\p{Script=Latin}\d][\p{Script=Latin}\d.,:/_+-]*/gu

/**
 * @returns in lower case, without punctuation at the end; numbers without separators of thousands
 * @example
 * digitWords('Order ORD7 costs $1,200.50.') // ORD7 and 1200.50, in lower case
 */
export function digitWords(text: string): Set<string> {
  const found = new Set<string>()
  for (const [match] of text.matchAll(word)) if (/\d/.test(match)) found.add(match.toLowerCase().replace(/[.,:/_+-]+$/, '').replace(/(?<=\d),(?=\d{3}\b)/g, ''))
  return found
}

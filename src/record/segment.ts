/** Text cut into words for search, the same way when a memory is written and when it is looked for. */

const words = new Intl.Segmenter('en', { granularity: 'word' })

/** Identifiers of code and business: letters and digits held together by signs, or by capitals within. */
const identifier = /[\p{L}\p{N}]+(?:[_\-./:@#][\p{L}\p{N}]+)+|\p{L}*\p{Ll}\p{Lu}[\p{L}\p{N}]*|\p{Lu}{2,}\p{Ll}[\p{L}\p{N}]*/gu
const signs = /[^\p{L}\p{N}]+/gu
const parts = /\p{Lu}?[\p{Ll}\p{Lo}]+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu

/** Postgres takes no more than a megabyte of words; a text of 256 kB has less, unless it is all identifiers. */
const maxLength = 500_000

/**
 * Cut a text into lower-case words, separated by blanks.
 *
 * Chinese and Japanese are cut by dictionary. An identifier gives its parts and, written together, the whole:
 * `order_id` gives `order id orderid`, and `getUser` gives `get user getuser`.
 */
export function segment(text: string): string {
  const found = new Set<string>()
  for (const { segment: word, isWordLike } of words.segment(text)) if (isWordLike) found.add(word.toLowerCase())
  for (const [whole] of text.matchAll(identifier)) {
    for (const [part] of whole.matchAll(parts)) found.add(part.toLowerCase())
    found.add(whole.replaceAll(signs, '').toLowerCase())
  }
  return [...found].join(' ').slice(0, maxLength)
}

/** Text cut into words for search, the same way when a memory is written and when it is looked for. */

const words = new Intl.Segmenter('en', { granularity: 'word' })

/** Identifiers of code and business: letters and digits held together by signs, or by capitals within. */
const identifier = /[\p{L}\p{N}]+(?:[_\-./:@#][\p{L}\p{N}]+)+|\p{L}*\p{Ll}\p{Lu}[\p{L}\p{N}]*|\p{Lu}{2,}\p{Ll}[\p{L}\p{N}]*/gu
const signs = /[^\p{L}\p{N}]+/gu
const parts = /\p{Lu}?[\p{Ll}\p{Lo}]+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu

/** The record functions take no more words, in bytes; a text of 256 kB has less, unless it is all identifiers. */
const maxBytes = 524_288
/** Intl.Segmenter takes time with the square of a text's length: 256 kB at once kept a processor for half a minute. */
const pieceLength = 2_000
/** Where an identifier may stand, and what of it is looked at: the expressions above are slow on endless ones. */
const candidate = /[\p{L}\p{N}_\-./:@#]+/gu
const maxIdentifier = 256

/**
 * Cut a text into lower-case words, separated by blanks.
 *
 * Chinese and Japanese are cut by dictionary. An identifier gives its parts and, written together, the whole:
 * `order_id` gives `order id orderid`, and `getUser` gives `get user getuser`.
 */
export function segment(text: string): string {
  const found = new Set<string>()
  for (const piece of pieces(text, pieceLength)) {
    for (const { segment: word, isWordLike } of words.segment(piece)) if (isWordLike) found.add(word.toLowerCase())
  }
  for (const [run] of text.matchAll(candidate)) {
    for (const piece of pieces(run, maxIdentifier)) {
      for (const [whole] of piece.matchAll(identifier)) {
        for (const [part] of whole.matchAll(parts)) found.add(part.toLowerCase())
        found.add(whole.replaceAll(signs, '').toLowerCase())
      }
    }
  }
  const all = [...found].join(' ')
  return Buffer.byteLength(all) <= maxBytes ? all : Buffer.from(all).subarray(0, maxBytes).toString().replace(/ [^ ]*$/, '')
}

/** Cut a text after blanks, or between characters where it has none, into pieces of at most `size`. */
function* pieces(text: string, size: number): Generator<string> {
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + size, text.length)
    if (to < text.length) {
      const blank = /\s\S*$/u.exec(text.slice(from, to))?.index ?? 0
      if (blank > 0) to = from + blank + 1
      else if ((text.charCodeAt(to) & 0xfc00) === 0xdc00) to += 1
    }
    yield text.slice(from, to)
    from = to
  }
}

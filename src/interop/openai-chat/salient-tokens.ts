/** The words of a text that tell it from others: what holds a digit, and identifiers like `mia_li_3668` or `HAT136`. */

const word = /[\p{L}\p{N}_$€]+(?:[.,:'-][\p{L}\p{N}]+)*/gu

/**
 * Salient tokens, lower-cased, without thousands separators or a currency sign.
 *
 * @returns an empty set for plain prose
 */
export function salientTokens(text: string): Set<string> {
  const tokens = new Set<string>()
  for (const [token] of text.matchAll(word)) {
    const isSalient = (/\p{N}/u.test(token) && token.replaceAll(/\D/g, '').length > 1) || /_/.test(token) || /^\p{Lu}{2,}$/u.test(token)
    if (isSalient) tokens.add(token.toLowerCase().replaceAll(',', '').replace(/^[$€]/, ''))
  }
  return tokens
}

/** Text that no store of JSON and Postgres can hold. */

const loneSurrogate = /\p{Surrogate}/u

/** What is wrong with a text, in words; null where it can be stored as it is. */
export function badText(text: string): string | null {
  if (text.includes('\0')) return 'the text holds a NUL character'
  return loneSurrogate.test(text) ? 'the text holds a lone surrogate' : null
}

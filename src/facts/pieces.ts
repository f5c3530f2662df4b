/**
 * Cut a text that is longer than any sentence, at blanks where there are some. Patterns look back and ahead, which costs the
 * square of what they look at; so that a hostile text stays cheap, nothing longer than `limit` is looked at.
 *
 * @param limit characters, default 1,000
 * @returns the text itself when it is short
 */
export function pieces(text: string, limit = 1000): string[] {
  if (text.length <= limit) return [text]
  const result: string[] = []
  for (let at = 0; at < text.length; ) {
    const blank = text.lastIndexOf(' ', at + limit)
    const end = at + limit >= text.length ? text.length : blank > at + limit / 2 ? blank : at + limit
    result.push(text.slice(at, end))
    at = end
  }
  return result
}

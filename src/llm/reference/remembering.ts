/** What was read once need not be read again: the same texts stand in request after request. */

/** Texts in all, by length; then it starts anew. */
const mostRemembered = 2_000_000

/** The reader, with a memory of what it has read; its results are shared, so they must not be changed. */
export function remembering<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  let length = 0
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    length += text.length + 1
    if (length > mostRemembered) {
      known.clear()
      length = text.length + 1
    }
    const result = read(text)
    known.set(text, result)
    return result
  }
}

/** Values of tools as they are recorded. */

/** Results are recorded as content, which is limited to 256 kB. */
const largestResultBytes = 256 * 1024

/**
 * Bring the value of a tool into plain JSON: it survives JSON unchanged, and a database stores it; nothing becomes null.
 *
 * @throws Error in words, when it is no JSON, too large, or holds what is no text
 */
export function plainValue(value: unknown): unknown {
  const json = JSON.stringify(value ?? null) as string | undefined
  if (json === undefined) throw new Error('the result is not JSON')
  const size = Buffer.byteLength(json)
  if (size > largestResultBytes) throw new Error(`the result has ${size} bytes, more than ${largestResultBytes}`)
  if (!json.isWellFormed() || /\\u0000|\\ud[89a-f]/i.test(json.replaceAll('\\\\', ''))) {
    throw new Error('the result holds a NUL character or a lone surrogate')
  }
  return JSON.parse(json) as unknown
}

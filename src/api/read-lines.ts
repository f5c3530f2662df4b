/** Lines of a stream of bytes, one at a time. */
import { EmendError } from '../errors.js'

/** Longest line, in bytes. */
const maxBytes = 32_000_000
const lineFeed = 0x0a

/**
 * Split a stream at line feeds, and nowhere else: JSON may hold the other characters that end lines elsewhere.
 *
 * @throws EmendError `too_large` for a line above 32 MB, `bad_text` for one that is no UTF-8; both name the line
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  let parts: Uint8Array[] = []
  let size = 0
  const take = (): string => {
    try {
      return decoder.decode(Buffer.concat(parts))
    } catch {
      throw new EmendError('bad_text', `line ${line} is not UTF-8`, { line })
    } finally {
      parts = []
      size = 0
      line += 1
    }
  }
  const keep = (part: Uint8Array): void => {
    size += part.length
    if (size > maxBytes) throw new EmendError('too_large', `line ${line} has more than ${maxBytes / 1_000_000} MB`, { line })
    if (part.length > 0) parts.push(part)
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      keep(chunk.subarray(from, at))
      yield take()
      from = at + 1
    }
    keep(chunk.subarray(from))
  }
  if (size > 0) yield take()
}

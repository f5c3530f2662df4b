/** Text of any length to whoever asked, sent as it is made. */
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'

/** Written at once, in characters. */
const pieceLength = 65_536
/** How long a caller may take nothing, in milliseconds: what is read from the database waits for it. */
const stallMs = 30_000

/** Sends the next piece, and waits while the caller takes none. */
export type WriteText = (text: string) => Promise<void>

/**
 * Begin to send. A failure before the first piece is thrown, so that it can be answered as one; after it the stream is cut off, which callers see
 * as a broken answer.
 *
 * @param send writes everything; ended by the signal, or when the caller takes nothing for 30 seconds
 * @param onError told of what cut the stream off
 */
export async function textStream(send: (write: WriteText) => Promise<void>, signal: AbortSignal, onError: (error: unknown) => void): Promise<Readable> {
  const stream = new PassThrough({ highWaterMark: pieceLength })
  stream.on('error', () => {}) // said to onError
  let waiting = ''
  const flush = async (): Promise<void> => {
    const text = waiting
    waiting = ''
    if (!stream.write(text)) await once(stream, 'drain', { signal: AbortSignal.any([signal, AbortSignal.timeout(stallMs)]) })
  }
  return new Promise((resolve, reject) => {
    let hasBegun = false
    const begin = (): void => {
      hasBegun = true
      resolve(stream)
    }
    const write: WriteText = async (text) => {
      signal.throwIfAborted()
      begin()
      waiting += text
      if (waiting.length >= pieceLength) await flush()
    }
    const sendAll = async (): Promise<void> => {
      try {
        await send(write)
        begin()
        stream.end(waiting)
      } catch (error) {
        if (!hasBegun) {
          reject(error instanceof Error ? error : new Error(String(error)))
          return
        }
        if (!signal.aborted) onError(error)
        stream.destroy(error instanceof Error ? error : new Error(String(error)))
      }
    }
    void sendAll()
  })
}

/** Lines that somebody sends, read as they come. */
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { EmendError } from '../errors.js'
import { readLines } from '../index.js'

/** How long a sender may send nothing while it is waited for, in milliseconds. */
const stallMs = 30_000

/**
 * Read a body line by line, holding one line.
 *
 * @param encoding header `content-encoding`: none, identity or gzip
 * @param maxBytes of what comes out
 * @throws EmendError `bad_media_type` for another encoding, `bad_request` for what is no gzip, was cut off or does not come, `too_large`, and what
 *   `readLines` throws
 */
export async function* uploadLines(body: Readable, encoding: string | undefined, maxBytes: number): AsyncGenerator<string> {
  if (encoding === undefined || encoding === '' || encoding === 'identity') yield* readLines(limited(body, maxBytes))
  else if (encoding === 'gzip') {
    const unpacked = createGunzip()
    body.once('error', (error) => unpacked.destroy(error)).pipe(unpacked)
    yield* readLines(limited(unpacked, maxBytes))
  } else throw new EmendError('bad_media_type', `content-encoding ${JSON.stringify(encoding.slice(0, 50))} is not read here, gzip is`)
}

/** Never ends the stream early: the answer goes over the same connection. */
async function* limited(stream: Readable, maxBytes: number): AsyncGenerator<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  for (let size = 0; ;) {
    const { done, value } = await soon(chunks.next())
    if (done) return
    size += value.length
    if (size > maxBytes) throw new EmendError('too_large', `body: more than ${maxBytes} bytes, unpacked`, { in: 'body' })
    yield value
  }
}

async function soon<T>(chunk: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new EmendError('bad_request', `body: nothing came for ${stallMs / 1000} s`, { in: 'body' })), stallMs)
  })
  try {
    return await Promise.race([chunk, late])
  } catch (error) {
    if (error instanceof EmendError) throw error
    const isPacked = String((error as { code?: unknown }).code).startsWith('Z_')
    throw new EmendError('bad_request', isPacked ? 'the body is not gzip' : 'the body was cut off', { in: 'body' }, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

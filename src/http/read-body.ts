/** Bodies of requests: JSON in UTF-8, and nothing that no store can hold. */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { EmendError } from '../errors.js'

/** Levels of a body: what is recorded may have 64, within a list of steps. */
const maxDepth = 72
const utf8 = new TextDecoder('utf-8', { fatal: true })
const loneSurrogate = /\p{Surrogate}/u

/**
 * Unpack a body.
 *
 * @param encoding header `content-encoding`: none, identity or gzip
 * @param maxBytes of what comes out
 * @throws EmendError `bad_media_type` for another encoding, `bad_request` for what is no gzip, `too_large`
 */
export async function unpackBody(bytes: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  if (encoding === undefined || encoding === '' || encoding === 'identity') return bytes
  if (encoding !== 'gzip') throw new EmendError('bad_media_type', `content-encoding ${JSON.stringify(encoding.slice(0, 50))} is not read here, gzip is`)
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    const isTooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw new EmendError(isTooLarge ? 'too_large' : 'bad_request', isTooLarge ? `body: more than ${maxBytes} bytes, unpacked` : 'the body is not gzip', { in: 'body' })
  }
}

/**
 * Read a body. An empty one is an empty object.
 *
 * @throws EmendError `bad_text` for what is no UTF-8, holds a NUL or a lone surrogate; `bad_request` for what is no JSON; `too_large` for
 *   one of more than 72 levels
 */
export function readBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return {}
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw new EmendError('bad_text', 'the body is not UTF-8', { in: 'body' })
  }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    throw new EmendError('bad_request', `the body is not JSON: ${(error as Error).message.slice(0, 200)}`, { in: 'body' })
  }
  checkValue(body, 'body')
  return body
}

/**
 * Check a value of a request, whatever its contract will say.
 *
 * @param place `body`, `query` or `params`, for the message
 * @throws EmendError `bad_text`, `bad_request` for the key `__proto__`, `too_large`
 */
export function checkValue(root: unknown, place: string): void {
  const open: { value: unknown; path: string; depth: number }[] = [{ value: root, path: '', depth: 0 }]
  for (let at = open.pop(); at; at = open.pop()) {
    const { value, path, depth } = at
    const refuse = (code: 'bad_text' | 'too_large' | 'bad_request', problem: string): never => {
      throw new EmendError(code, `${place}: ${path === '' ? '' : `${path}: `}${problem}`, { in: place, path })
    }
    if (typeof value === 'string') checkText(value, refuse)
    if (typeof value !== 'object' || value === null) continue
    if (depth === maxDepth) refuse('too_large', `deeper than ${maxDepth} levels`)
    for (const [key, child] of Object.entries(value)) {
      if (!Array.isArray(value)) {
        checkText(key, refuse)
        if (key === '__proto__') refuse('bad_request', 'no key is called __proto__')
      }
      open.push({ value: child, path: (path === '' ? key : `${path}.${key}`).slice(0, 200), depth: depth + 1 })
    }
  }
}

function checkText(text: string, refuse: (code: 'bad_text', problem: string) => never): void {
  if (text.includes('\0')) refuse('bad_text', 'the text holds a NUL character')
  if (loneSurrogate.test(text)) refuse('bad_text', 'the text holds a lone surrogate')
}

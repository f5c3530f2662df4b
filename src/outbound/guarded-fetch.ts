/** Requests to addresses that a tenant names. */
import { lookup } from 'node:dns/promises'
import { request as askPlainly, type IncomingMessage } from 'node:http'
import { request as askByTls } from 'node:https'
import { isIP } from 'node:net'
import { EmendError } from '../errors.js'
import { checkAddress, hostOf, isAllowedHost } from './check-address.js'
import { isPublicAddress } from './is-public-address.js'

/** What may be asked. */
export interface OutboundOptions {
  /** Hosts that the owner of this program allows whatever their address, `name` or `name:port`. */
  hosts: readonly string[]
  /** Longest answer, in bytes; default 1 MB. */
  maxBytes?: number
  /** Longest wait for the whole answer, in milliseconds; default 60,000. The caller's own signal may end it sooner. */
  timeoutMs?: number
  /** Replaces the resolver. */
  resolve?: (host: string) => Promise<Pinned[]>
}

/** An address that a name was resolved to. */
export interface Pinned {
  address: string
  family: number
}

/** Statuses whose answers have no body. */
const empty = new Set([204, 205, 304])

/**
 * Make a fetch for addresses that a tenant names. A name is resolved once, every address that it has must be public, and the connection
 * goes to what was looked at: a name that is resolved anew to another place (DNS rebinding) changes nothing. Redirects are not
 * followed, connections not kept, answers cut off at their limit.
 *
 * Its promise is rejected with EmendError `address_refused`, or what the network says; reading a body that is too long, with `too_large`.
 *
 * @example
 * const response = await guardedFetch({ hosts: [] })('https://tools.example.com/call', { method: 'POST', body: '{}' })
 */
export function guardedFetch({ hosts, maxBytes = 1_048_576, timeoutMs = 60_000, resolve = resolveAll }: OutboundOptions): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const url = checkAddress(input instanceof Request ? input.url : String(input), hosts)
    const limit = AbortSignal.timeout(timeoutMs)
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit
    const pinned = await before(signal, pin(url, hosts, resolve))
    return send(url, pinned, { ...init, signal }, maxBytes)
  }
}

/** A resolver may take its time; the caller's ends. */
async function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let stop = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error('the request was aborted'))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The addresses that may be asked, all of them looked at. */
async function pin(url: URL, hosts: readonly string[], resolve: (host: string) => Promise<Pinned[]>): Promise<[Pinned, ...Pinned[]]> {
  const host = hostOf(url)
  const addresses = isIP(host) === 0 ? await resolve(host) : [{ address: host, family: isIP(host) }]
  const [first, ...others] = addresses
  if (!first || (!isAllowedHost(url, hosts) && !addresses.every(({ address }) => isPublicAddress(address)))) {
    throw new EmendError('address_refused', `${url.host} does not lead to a public address`, { host: url.host })
  }
  return [first, ...others]
}

const resolveAll = (host: string): Promise<Pinned[]> => lookup(host, { all: true })

function send(url: URL, pinned: [Pinned, ...Pinned[]], init: RequestInit & { signal: AbortSignal }, maxBytes: number): Promise<Response> {
  const body = typeof init.body === 'string' ? Buffer.from(init.body) : init.body instanceof Uint8Array ? Buffer.from(init.body) : undefined
  if (init.body && !body) throw new TypeError('only text and bytes are sent')
  const headers = new Headers(init.headers)
  headers.set('accept-encoding', 'identity') // a small answer may unpack to a large one
  if (body) headers.set('content-length', String(body.length))
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? askByTls : askPlainly)(url, {
      method: init.method ?? 'GET', headers: Object.fromEntries(headers), agent: false, signal: init.signal,
      lookup: (_host, options, done) => {
        if (options.all) done(null, pinned)
        else done(null, pinned[0].address, pinned[0].family)
      },
    }, (answer) => {
      try {
        resolve(responseOf(url, answer, maxBytes))
      } catch (error) {
        answer.destroy()
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    })
    request.on('error', reject)
    request.end(body)
  })
}

function responseOf(url: URL, answer: IncomingMessage, maxBytes: number): Response {
  const status = answer.statusCode ?? 0
  if (status >= 300 && status < 400 && status !== 304) {
    throw new EmendError('address_refused', `${url.host} sends its caller elsewhere, which is not followed`, { host: url.host })
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const one of Array.isArray(value) ? value : value === undefined ? [] : [value]) headers.append(name, one)
  }
  if (empty.has(status)) {
    answer.resume()
    return new Response(null, { status, headers })
  }
  return new Response(bodyOf(url, answer, maxBytes), { status, headers })
}

/** The body, up to its limit. (Readable.toWeb of Node 20 throws where nobody catches it when a body is cancelled while more of it comes.) */
function bodyOf(url: URL, answer: IncomingMessage, maxBytes: number): ReadableStream<Uint8Array> {
  const chunks = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let size = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) return controller.close()
      size += value.length
      if (size > maxBytes) {
        answer.destroy()
        throw new EmendError('too_large', `${url.host} answers with more than ${maxBytes} bytes`, { host: url.host })
      }
      controller.enqueue(value)
    },
    cancel() {
      answer.destroy()
    },
  })
}

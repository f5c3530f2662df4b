/** Who asks: a key in the header `authorization: Bearer emend_...`, and how often it may. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EmendError } from '../errors.js'
import type { Principal, Store } from '../index.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who shows the key; set before a route runs. */
    principal: Principal
  }
}

/** Failed attempts of one address within a minute, after which it must wait. */
const maxFailures = 60

/**
 * Make the hook that identifies the caller, for routes that need a key.
 *
 * @param ratePerMinute requests of one key within a minute, in this process
 * @throws EmendError by the hook: `unauthorized` without a good key; `rate_limited` for a key that asks too often and for an address that
 *   guesses, with the header retry-after
 */
export function authenticator(app: FastifyInstance, store: Store, ratePerMinute: number): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const failures = app.createRateLimit({ max: maxFailures, timeWindow: 60_000 })
  const calls = app.createRateLimit({ max: ratePerMinute, timeWindow: 60_000, keyGenerator: (request) => `key ${request.principal.keyId}` })

  const refuse = (reply: FastifyReply, seconds: number, who: string): never => {
    reply.header('retry-after', seconds)
    throw new EmendError('rate_limited', `${who}; wait ${seconds} s`, { retry_after_seconds: seconds })
  }

  return async (request, reply) => {
    const before = await failures(request, { increment: false })
    if (!before.isAllowed && before.remaining === 0) refuse(reply, before.ttlInSeconds, 'too many requests without a good key from this address')
    try {
      request.principal = await store.keys.identify(secretOf(request.headers.authorization))
    } catch (error) {
      if (error instanceof EmendError && error.code === 'unauthorized') {
        await failures(request)
        reply.header('www-authenticate', 'Bearer realm="emend"')
      }
      throw error
    }
    const spent = await calls(request)
    if (spent.isAllowed) return
    reply.header('x-ratelimit-limit', spent.max).header('x-ratelimit-remaining', spent.remaining)
    if (spent.isExceeded) refuse(reply, spent.ttlInSeconds, `the key may ask ${spent.max} times a minute`)
  }
}

function secretOf(header: string | undefined): string {
  const [, secret] = /^Bearer +(\S+)$/i.exec(header ?? '') ?? []
  if (secret === undefined) throw new EmendError('unauthorized', 'there is no header "authorization: Bearer <key>"')
  return secret
}

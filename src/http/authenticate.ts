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

/**
 * Make the hook that identifies the caller, for routes that need a key.
 *
 * @param perMinute requests of one key within a minute, and refused ones of one address, in this process. Who shows a good key is never
 *   held up by an address that guesses: behind a proxy all have the same
 * @throws EmendError by the hook: `unauthorized` without a good key; `rate_limited` for a key that asks too often and for an address that
 *   guesses, with the header retry-after
 */
export function authenticator(
  app: FastifyInstance, store: Store, perMinute: { calls: number; failures: number },
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const failures = app.createRateLimit({ max: perMinute.failures, timeWindow: 60_000 })
  const calls = app.createRateLimit({ max: perMinute.calls, timeWindow: 60_000, keyGenerator: (request) => `key ${request.principal.keyId}` })

  const refuse = (reply: FastifyReply, seconds: number, who: string): never => {
    reply.header('retry-after', seconds)
    throw new EmendError('rate_limited', `${who}; wait ${seconds} s`, { retry_after_seconds: seconds })
  }

  return async (request, reply) => {
    try {
      request.principal = await store.keys.identify(secretOf(request.headers.authorization))
    } catch (error) {
      if (error instanceof EmendError && error.code === 'unauthorized') {
        const failed = await failures(request)
        if (!failed.isAllowed && failed.isExceeded) refuse(reply, failed.ttlInSeconds, 'too many requests without a good key from this address')
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

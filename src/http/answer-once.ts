/** A request with an Idempotency-Key, answered once. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { EmendError } from '../errors.js'
import type { EmendTenant, RequestAnswer } from '../index.js'
import { problemOf } from './problem.js'

/**
 * Do the work of a request, once where it has an `Idempotency-Key`: the same key and request again get the first answer, an error
 * included unless it may pass.
 *
 * @param body what the request is told apart by, besides its address
 * @throws EmendError `bad_request` for a key that is none; what `requests.once` throws; what the work throws and may pass
 */
export async function answerOnce(
  request: FastifyRequest, body: unknown, emend: EmendTenant, work: () => Promise<RequestAnswer>,
): Promise<RequestAnswer & { isReplayed: boolean }> {
  const key = request.headers['idempotency-key']
  if (key === undefined || request.method === 'GET' || request.method === 'HEAD') return { ...await work(), isReplayed: false }
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new EmendError('bad_request', 'headers: idempotency-key: 1 to 200 visible characters of ASCII are expected', { in: 'headers', path: 'idempotency-key' })
  }
  const fingerprint = createHash('sha256').update(JSON.stringify([request.method, request.url, body ?? null])).digest('hex')
  return emend.requests.once({ keyId: request.principal.keyId, idempotencyKey: key, fingerprint }, async () => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof EmendError) || error.isRetryable || error.status >= 500) throw error
      return { status: error.status, body: JSON.stringify(problemOf(error, request.id)), location: null }
    }
  })
}

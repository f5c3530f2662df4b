/** For those who run the server: is it alive, may it be asked, how is it doing. No key is needed, and no tenant is named. */
import type { FastifyInstance } from 'fastify'
import type { Store } from '../index.js'
import type { Metrics } from './metrics.js'

/**
 * Add `/livez`, `/readyz` and `/metrics`.
 *
 * @param isStopping whether the server takes no new requests
 */
export function addProbes(app: FastifyInstance, store: Store, metrics: Metrics, isStopping: () => boolean): void {
  const schema = { hide: true }
  app.get('/livez', { schema }, async () => ({ status: 'alive' }))
  app.get('/readyz', { schema }, async (_request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: 'stopping' })
    try {
      await store.check()
      return { status: 'ready' }
    } catch (error) {
      return reply.code(503).send({ status: 'not ready', code: (error as { code?: string }).code ?? 'unexpected' })
    }
  })
  app.get('/metrics', { schema }, async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))
}

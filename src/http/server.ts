/** The HTTP server: every route of the table, probes, and whatever other doors are put into it. */
import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { EmendError } from '../errors.js'
import type { Store, Tool } from '../index.js'
import { addRoute } from './add-route.js'
import { authenticator } from './authenticate.js'
import type { Door } from './door.js'
import { serverMetrics } from './metrics.js'
import { addDocument } from './openapi.js'
import { longWork } from './long-work.js'
import { openTenants } from './open-tenants.js'
import { addProbes } from './probes.js'
import { codedError, problemOf, problemType } from './problem.js'
import { readBody, unpackBody } from './read-body.js'
import { routes } from './routes.js'

/** How to build a server. */
export interface ServerOptions {
  store: Store
  /** Tools that repairs may call again, of every tenant. */
  tools?: Tool[]
  /** Requests of one key within a minute, in this process; default 1,200. */
  ratePerMinute?: number
  /** Requests without a good key of one address within a minute, before they are answered `rate_limited`; default 60. */
  failuresPerMinute?: number
  /** Longest body, in bytes; default 4 MB. */
  maxBodyBytes?: number
  /** Longest body of a restore, unpacked, in bytes; default 10 GB. */
  maxRestoreBytes?: number
  /** How long a request may take to come in, in milliseconds; default 60,000, a restore an hour. */
  requestMs?: number
  /** Other doors, like MCP, behind the same keys. */
  doors?: Door[]
  /** Told of unexpected errors, with their stack. */
  log?: (line: string) => void
}

/** How long a backup that is restored may take to come in, in milliseconds. */
const restoreMs = 3_600_000
/** Backups, restores and exports at once: each holds one of the connections. */
const maxLong = 2
/** Between looks for idle connections while the server stops, in milliseconds. */
const hangUpMs = 25

/**
 * Build the server; `listen` starts it, `close` stops it: new requests are refused with `shutting_down`, streams of events end, requests
 * under way are answered.
 *
 * @example
 * const store = await openStore()
 * const server = await buildServer({ store })
 * await server.listen({ host: '127.0.0.1', port: 8377 })
 */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { store, tools = [], ratePerMinute = 1_200, failuresPerMinute = 60, maxBodyBytes = 4_194_304, maxRestoreBytes = 10_000_000_000, requestMs = 60_000, doors = [], log = () => {} } = options
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal) // every request under way listens
  const metrics = serverMetrics(store)
  const tenantNamed = openTenants(store, tools)
  const frame = { tenantOf: (request: FastifyRequest) => tenantNamed(request.principal.tenant), stopping: stopping.signal, long: longWork(maxLong), maxRestoreBytes }

  const app = fastify({
    logger: false, bodyLimit: maxBodyBytes, requestTimeout: restoreMs, forceCloseConnections: 'idle', return503OnClosing: false, genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 2_000 }, frameworkErrors: (error, request, reply) => {
      void sendProblem(reply, codedError(error, request.id), request.id)
    },
    clientErrorHandler: (error: Error & { code?: string }, socket) =>
      hangUp(socket, new EmendError(error.code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'bad_request', 'this is no request of HTTP that can be read')),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) =>
    readBody(await unpackBody(bytes, request.headers['content-encoding'], maxBodyBytes)))
  app.addContentTypeParser('application/x-protobuf', async () => { // what exporters of OpenTelemetry send unless told otherwise
    throw new EmendError('bad_media_type', 'protobuf is not read here: have the exporter send JSON, as with OTEL_EXPORTER_OTLP_PROTOCOL=http/json')
  })

  const report = (error: unknown, request: FastifyRequest): void => {
    if (codedError(error, request.id).code === 'unexpected') log(`request ${request.id} ${request.method} ${request.routeOptions.url ?? ''}: ${error instanceof Error ? error.stack ?? error.message : String(error)}`)
  }
  app.setErrorHandler((error, request, reply) => {
    report(error, request)
    return sendProblem(reply, codedError(error, request.id), request.id)
  })
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, new EmendError('not_found', `there is no route ${request.method} ${request.url.slice(0, 200)}`), request.id))
  app.addHook('onRequest', async (request, reply) => {
    if (!stopping.signal.aborted || request.url === '/livez' || request.url === '/readyz') return
    reply.header('connection', 'close')
    throw new EmendError('shutting_down', 'the server is being stopped')
  })
  app.addHook('onResponse', async (request, reply) => {
    metrics.observe({ method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode, seconds: reply.elapsedTime / 1000 })
  })
  app.addHook('preClose', async () => {
    stopping.abort()
    // A connection that is kept alive is idle only once its last answer is out; fastify looks once, before that.
    const hangUp = setInterval(() => app.server.closeIdleConnections(), hangUpMs).unref()
    app.server.once('close', () => clearInterval(hangUp))
  })

  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (routeOptions.config.mayBeLong) return
    const late = setTimeout(() => {
      if (!raw.complete) hangUp(raw.socket, new EmendError('bad_request', `the request did not come in within ${requestMs / 1000} s`))
    }, requestMs).unref()
    raw.once('end', () => clearTimeout(late)).once('close', () => clearTimeout(late))
  })

  await app.register(rateLimit, { global: false, cache: 10_000 })
  await addDocument(app)
  addProbes(app, store, metrics, () => stopping.signal.aborted)
  await app.register(async (behindKeys) => {
    behindKeys.decorateRequest('principal')
    behindKeys.addHook('onRequest', authenticator(app, store, { calls: ratePerMinute, failures: failuresPerMinute }))
    for (const route of routes) addRoute(behindKeys, route, frame, report)
    for (const door of doors) {
      await behindKeys.register(async (own) => {
        own.addHook('onRoute', (added) => { added.schema = { ...added.schema, hide: true } }) // the document is the table's
        door(own, frame)
      })
    }
  })
  return app
}

function sendProblem(reply: FastifyReply, error: EmendError, requestId: string): FastifyReply {
  return reply.code(error.status).type(problemType).send(JSON.stringify(problemOf(error, requestId)))
}

/** Refuse what has no reply, and close the connection. */
function hangUp(socket: Duplex, error: EmendError): void {
  if (!socket.writable) return
  const body = JSON.stringify(problemOf(error, randomUUID()))
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\ncontent-type: ${problemType}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`)
}

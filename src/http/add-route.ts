/** Put one route of the table into the server. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { EmendError } from '../errors.js'
import { needRole, type RequestAnswer } from '../index.js'
import { answerOnce } from './answer-once.js'
import { eventStream, lastEventId } from './event-stream.js'
import type { RouteFrame } from './route-frame.js'
import { problemSchema, problemType } from './problem.js'
import { checkValue } from './read-body.js'
import { nothing, type Call, type EventRoute, type JsonRoute, type Route, type TextRoute, type UploadRoute } from './route.js'
import { textStream } from './text-stream.js'
import { uploadLines } from './upload-lines.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What is sent may take an hour to come in. */
    mayBeLong?: boolean
  }
}

const json = 'application/json; charset=utf-8'
const headers = z.object({
  'idempotency-key': z.string().optional().describe('With the same key and request again, the first answer is given and nothing is done twice. Kept for a day.'),
})
const eventHeaders = z.object({ 'last-event-id': z.string().optional().describe('The last event that was seen.') })

/**
 * Add a route: roles, contracts, one answer an idempotency key, events, text of any length.
 *
 * @param onError told of what stopped an answer that had begun
 */
export function addRoute(app: FastifyInstance, route: Route, frame: RouteFrame, onError: (error: unknown, request: FastifyRequest) => void): void {
  if (route.kind !== 'upload') {
    put(app, route, frame, onError)
    return
  }
  void app.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser(route.media, { bodyLimit: Number.MAX_SAFE_INTEGER }, (_request, body, done) => done(null, body)) // counted as it comes
    put(own, route, frame, onError)
  })
}

function put(app: FastifyInstance, route: Route, frame: RouteFrame, onError: (error: unknown, request: FastifyRequest) => void): void {
  app.route({
    ...(route.kind === 'upload' ? { validatorCompiler: allButBody, config: { mayBeLong: true } } : {}),
    method: route.method,
    url: route.url,
    schema: documentation(route),
    async onRequest(request) {
      needRole(request.principal, route.roles)
      if (request.principal.userId !== null && !route.forOneUser) throw new EmendError('forbidden', 'a key of one user may not do this')
      checkValue(request.params, 'params')
      checkValue(request.query, 'query')
    },
    async preValidation(request) {
      if (route.kind === 'upload') return
      if (route.body === null) noBody(request.body)
      else if (request.body === undefined) request.body = {}
    },
    handler(request, reply) {
      const onCut = (error: unknown): void => onError(error, request)
      if (route.kind === 'events') return stream(route, request, reply, frame, onCut)
      return route.kind === 'text' ? text(route, request, reply, frame, onCut) : answer(route, request, reply, frame)
    },
  })
}

async function answer(route: JsonRoute | UploadRoute, request: FastifyRequest, reply: FastifyReply, frame: RouteFrame): Promise<FastifyReply> {
  const call = await callOf(request, reply, frame)
  const { status, body, location, isReplayed } = await answerOnce(request, route.kind === 'json' ? request.body : null, call.emend, async (): Promise<RequestAnswer> => {
    const result = route.kind === 'json' ? await route.run(call) : await take(route, call, request, reply, frame)
    return { status: route.status, body: JSON.stringify(z.encode(route.output, result)), location: route.location(result) }
  })
  if (location !== null) reply.header('location', location)
  if (isReplayed) reply.header('idempotency-replayed', 'true')
  return reply.code(status).type(status < 400 ? json : problemType).send(body)
}

/** Read what is sent. The rest of what is refused is not waited for. */
async function take(route: UploadRoute, call: Call, request: FastifyRequest, reply: FastifyReply, { long, maxRestoreBytes }: RouteFrame): Promise<unknown> {
  const body = request.body instanceof Readable ? request.body : Readable.from([])
  try {
    return await long(reply, () => route.run(call, uploadLines(body, request.headers['content-encoding'], maxRestoreBytes)))
  } catch (error) {
    reply.header('connection', 'close')
    throw error
  }
}

async function text(route: TextRoute, request: FastifyRequest, reply: FastifyReply, frame: RouteFrame, onCut: (error: unknown) => void): Promise<FastifyReply> {
  const call = await callOf(request, reply, frame)
  const made = await textStream((write) => frame.long(reply, () => route.send(call, write)), call.signal, onCut)
  return reply.type(route.media).header('cache-control', 'no-store').send(made)
}

async function stream(route: EventRoute, request: FastifyRequest, reply: FastifyReply, frame: RouteFrame, onError: (error: unknown) => void): Promise<FastifyReply> {
  const after = lastEventId(request.headers['last-event-id'])
  if (after === undefined) throw new EmendError('bad_request', 'headers: last-event-id: a number is expected', { in: 'headers', path: 'last-event-id' })
  const call = await callOf(request, reply, frame)
  const events = await route.follow(call, after)
  if (events === null) return reply.code(204).send()
  return reply.type('text/event-stream').header('cache-control', 'no-store').header('x-accel-buffering', 'no')
    .send(eventStream(events, route.output, call.signal, onError))
}

async function callOf(request: FastifyRequest, reply: FastifyReply, frame: RouteFrame): Promise<Call> {
  const over = new AbortController()
  const end = (): void => over.abort()
  frame.stopping.addEventListener('abort', end, { once: true })
  reply.raw.once('close', () => {
    frame.stopping.removeEventListener('abort', end)
    end()
  })
  return {
    emend: await frame.tenantOf(request), principal: request.principal, actor: `key:${request.principal.keyId}`,
    params: request.params, query: request.query, body: request.body, signal: over.signal,
  }
}

/** Lines are checked as they are read. */
const allButBody: FastifySchemaCompiler<Record<string, unknown>> = (part) => (part.httpPart === 'body' ? () => true : validatorCompiler(part as unknown as Parameters<typeof validatorCompiler>[0]))

/** An empty object is no body: clients send it with everything. */
function noBody(body: unknown): void {
  if (body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0)) return
  throw new EmendError('bad_request', 'body: this route takes none', { in: 'body', path: '' })
}

/** What a contract of fastify looks like; the document is made from it too. */
function documentation(route: Route): Record<string, unknown> {
  const problem = { description: 'What went wrong; the code says it to programs.', content: { [problemType]: { schema: problemSchema } } }
  const good = route.kind === 'json' || route.kind === 'upload'
    ? { [route.status]: { description: route.summary, content: { 'application/json': { schema: route.output } } } }
    : route.kind === 'text' ? { 200: { description: route.summary, content: { [route.media]: { schema: route.output } } } }
    : { 200: { description: 'Events, one of these a message.', content: { 'text/event-stream': { schema: route.output } } }, 204: z.undefined().describe('Nothing will come any more.') }
  return {
    operationId: route.id, summary: route.summary, tags: [route.tag], security: [{ key: [] }],
    description: `Roles: ${route.roles.join(', ')}.${route.forOneUser ? ' A key of one user may, for this user.' : ''}`,
    ...(route.params === nothing ? {} : { params: route.params }), querystring: route.query, ...(route.kind === 'upload' ? { consumes: [route.media], body: z.string().describe('What backup sends, gzip or not.') } : route.body === null ? {} : { body: route.body }),
    ...(route.kind === 'events' ? { headers: eventHeaders } : route.method === 'GET' ? {} : { headers }),
    response: { ...good, '4XX': problem, '5XX': problem },
  }
}

/** Put one route of the table into the server. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { EmendError } from '../errors.js'
import { needRole, type RequestAnswer } from '../index.js'
import { answerOnce } from './answer-once.js'
import type { DoorFrame } from './door.js'
import { eventStream, lastEventId } from './event-stream.js'
import { problemSchema, problemType } from './problem.js'
import { checkValue } from './read-body.js'
import { nothing, type Call, type EventRoute, type JsonRoute, type Route } from './route.js'

const json = 'application/json; charset=utf-8'
const headers = z.object({
  'idempotency-key': z.string().optional().describe('With the same key and request again, the first answer is given and nothing is done twice. Kept for a day.'),
})
const eventHeaders = z.object({ 'last-event-id': z.string().optional().describe('The last event that was seen.') })

/**
 * Add a route: roles, contracts, one answer an idempotency key, events.
 *
 * @param onError told of what stopped a stream of events
 */
export function addRoute(app: FastifyInstance, route: Route, frame: DoorFrame, onError: (error: unknown, request: FastifyRequest) => void): void {
  app.route({
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
      if (route.body === null) noBody(request.body)
      else if (request.body === undefined) request.body = {}
    },
    handler: (request, reply) => (route.kind === 'json' ? answer(route, request, reply, frame)
      : stream(route, request, reply, frame, (error) => onError(error, request))),
  })
}

async function answer(route: JsonRoute, request: FastifyRequest, reply: FastifyReply, frame: DoorFrame): Promise<FastifyReply> {
  const call = await callOf(request, reply, frame)
  const { status, body, location, isReplayed } = await answerOnce(request, call.emend, async (): Promise<RequestAnswer> => {
    const result = await route.run(call)
    return { status: route.status, body: JSON.stringify(z.encode(route.output, result)), location: route.location(result) }
  })
  if (location !== null) reply.header('location', location)
  if (isReplayed) reply.header('idempotency-replayed', 'true')
  return reply.code(status).type(status < 400 ? json : problemType).send(body)
}

async function stream(route: EventRoute, request: FastifyRequest, reply: FastifyReply, frame: DoorFrame, onError: (error: unknown) => void): Promise<FastifyReply> {
  const after = lastEventId(request.headers['last-event-id'])
  if (after === undefined) throw new EmendError('bad_request', 'headers: last-event-id: a number is expected', { in: 'headers', path: 'last-event-id' })
  const call = await callOf(request, reply, frame)
  const events = await route.follow(call, after)
  if (events === null) return reply.code(204).send()
  return reply.type('text/event-stream').header('cache-control', 'no-store').header('x-accel-buffering', 'no')
    .send(eventStream(events, route.output, call.signal, onError))
}

async function callOf(request: FastifyRequest, reply: FastifyReply, frame: DoorFrame): Promise<Call> {
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

/** An empty object is no body: clients send it with everything. */
function noBody(body: unknown): void {
  if (body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0)) return
  throw new EmendError('bad_request', 'body: this route takes none', { in: 'body', path: '' })
}

/** What a contract of fastify looks like; the document is made from it too. */
function documentation(route: Route): Record<string, unknown> {
  const problem = { description: 'What went wrong; the code says it to programs.', content: { [problemType]: { schema: problemSchema } } }
  const good = route.kind === 'json'
    ? { [route.status]: { description: route.summary, content: { 'application/json': { schema: route.output } } } }
    : { 200: { description: 'Events, one of these a message.', content: { 'text/event-stream': { schema: route.output } } }, 204: z.undefined().describe('Nothing will come any more.') }
  return {
    operationId: route.id, summary: route.summary, tags: [route.tag], security: [{ key: [] }],
    description: `Roles: ${route.roles.join(', ')}.${route.forOneUser ? ' A key of one user may, for this user.' : ''}`,
    ...(route.params === nothing ? {} : { params: route.params }), querystring: route.query, ...(route.body === null ? {} : { body: route.body }),
    ...(route.kind === 'events' ? { headers: eventHeaders } : route.method === 'GET' ? {} : { headers }),
    response: { ...good, '4XX': problem, '5XX': problem },
  }
}

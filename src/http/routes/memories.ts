/** Routes on memories. */
import { z } from 'zod'
import { actingFor, contracts, needOwn, needOwnEvidence, needOwnSession, type KeyRole } from '../../index.js'
import { memoryStatuses } from '../../vocabulary.js'
import { pageOf, pageQuery, readPage } from '../page.js'
import { route } from '../route.js'

const { memories } = contracts
const writers: KeyRole[] = ['agent', 'admin']
const readers: KeyRole[] = ['agent', 'detector', 'auditor', 'admin']
const tag = 'memories'
const params = z.strictObject({ memoryId: z.string() })
const content = z.string().describe('At most 256 kB.')
const list = <T extends z.ZodType>(item: T) => z.union([item, z.array(item)]).transform((given) => [given].flat() as z.output<T>[])
const { shape: deleteShape } = memories.deleteOptions

/** Remember, find, look at, say anew, retire. */
export const memoryRoutes = [
  route({
    method: 'POST', url: '/v1/memories', id: 'addMemory', tag, roles: writers, forOneUser: true, status: 201,
    summary: 'Remember something: a memory_write and its memory.',
    body: memories.addOptions.extend({ content }), output: memories.written,
    location: ({ id }) => `/v1/memories/${encodeURIComponent(id)}`,
    async run(call) {
      const { content, userId, ...options } = call.body
      await needOwnSession(call, options.sessionId)
      await needOwnEvidence(call, options.usedIds, options.derivedFrom, options.supersedes)
      return call.emend.memories.add(content, { ...options, ...actingFor(call.principal, userId) })
    },
  }),
  route({
    method: 'POST', url: '/v1/memories/search', id: 'searchMemories', tag, roles: writers, forOneUser: true,
    summary: 'Find active memories, best first: a memory_read with its query and results.',
    body: memories.searchOptions.extend({ query: z.string().describe('What to look for; at most 256 kB.') }), output: memories.found,
    async run(call) {
      const { query, userId, scope, ...options } = call.body
      const { principal } = call
      await needOwnSession(call, options.sessionId)
      const user = actingFor(principal, scope?.user).userId
      const where = scope === undefined ? {} : { scope: { ...scope, ...(user === undefined ? {} : { user }) } }
      return call.emend.memories.search(query, { ...options, ...where, ...actingFor(principal, userId) })
    },
  }),
  route({
    method: 'GET', url: '/v1/memories', id: 'listMemories', tag, roles: readers, forOneUser: true,
    summary: 'Memories, oldest first: readable ones, or those of the statuses.',
    query: z.strictObject({
      ...memories.listOptions.pick({ userId: true, agentId: true, sessionId: true }).shape, statuses: list(z.enum(memoryStatuses)).optional(), ...pageQuery,
    }),
    output: pageOf(memories.memory),
    run: ({ emend, principal, query: { userId, cursor, limit, ...filter } }) => readPage({ limit, ...(cursor === undefined ? {} : { cursor }) }, 'string',
      (page: { limit: number; after?: string }) => emend.memories.list({ ...filter, ...actingFor(principal, userId), ...page }), ({ id }) => id),
  }),
  route({
    method: 'GET', url: '/v1/memories/:memoryId', id: 'getMemory', tag, roles: readers, forOneUser: true, params, output: memories.memory,
    summary: 'One memory, also when it was removed: then with its state and the reason, without its text.',
    async run(call) {
      await needOwn(call, 'memory', call.params.memoryId)
      return call.emend.memories.get(call.params.memoryId)
    },
  }),
  route({
    method: 'PATCH', url: '/v1/memories/:memoryId', id: 'updateMemory', tag, roles: writers, forOneUser: true, params,
    summary: 'Say a memory anew: a memory_update that retires the old version. The answer names the new one.',
    body: memories.addOptions.extend({ content }), output: memories.written,
    async run(call) {
      const { content, userId, ...options } = call.body
      await needOwn(call, 'memory', call.params.memoryId)
      await needOwnSession(call, options.sessionId)
      await needOwnEvidence(call, options.usedIds, options.derivedFrom, options.supersedes)
      return call.emend.memories.update(call.params.memoryId, content, { ...options, ...actingFor(call.principal, userId) })
    },
  }),
  route({
    method: 'DELETE', url: '/v1/memories/:memoryId', id: 'deleteMemory', tag, roles: writers, forOneUser: true, params,
    summary: 'Retire a memory: a memory_delete. Its text stays for audit until it is erased.',
    query: z.strictObject({ ...deleteShape, turn: z.coerce.number().int().min(1).optional(), usedIds: list(z.string()).optional() }), output: memories.deleted,
    async run(call) {
      const { userId, ...options } = call.query
      await needOwn(call, 'memory', call.params.memoryId)
      await needOwnSession(call, options.sessionId)
      await needOwnEvidence(call, options.usedIds)
      return call.emend.memories.delete(call.params.memoryId, { ...options, ...actingFor(call.principal, userId) })
    },
  }),
  route({
    method: 'GET', url: '/v1/memories/:memoryId/history', id: 'getMemoryHistory', tag, roles: readers, forOneUser: true, params,
    summary: 'Every change of the memory and of the versions before and after it, oldest first.',
    output: z.strictObject({ items: memories.history }),
    async run(call) {
      await needOwn(call, 'memory', call.params.memoryId)
      return { items: await call.emend.memories.history(call.params.memoryId) }
    },
  }),
  route({
    method: 'GET', url: '/v1/memories/:memoryId/lineage', id: 'getMemoryLineage', tag, roles: readers, forOneUser: true, params, output: memories.lineage,
    summary: 'What the memory was made from, and what was made from it.',
    async run(call) {
      await needOwn(call, 'memory', call.params.memoryId)
      return call.emend.memories.lineage(call.params.memoryId)
    },
  }),
  route({
    method: 'GET', url: '/v1/memories/:memoryId/usage', id: 'getMemoryUsage', tag, roles: readers, forOneUser: true, params,
    summary: 'Who cited it: reads that found it, steps that rest on it or retire it, memories made from it; by the clock.',
    query: z.strictObject(pageQuery), output: pageOf(memories.citation),
    async run(call) {
      await needOwn(call, 'memory', call.params.memoryId)
      return readPage(call.query, 'string', (page: { limit: number; after?: string }) => call.emend.memories.usage(call.params.memoryId, page), ({ id }) => id)
    },
  }),
]

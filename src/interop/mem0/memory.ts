/** emend in the shape of mem0's `Memory`: what is called stays, and what is remembered can be repaired. */
import { createHash } from 'node:crypto'
import { EmendError } from '../../errors.js'
import type { EmendTenant, Memory as Stored, MemoryChange } from '../../index.js'
import { entityOf, toldFields, type Entity, type Filters } from './entity.js'

/** A message as mem0 takes it. */
export interface Message {
  role: string
  content: string
}

/** A memory as mem0 gives it. */
export interface MemoryItem {
  id: string
  memory: string
  hash?: string
  createdAt?: string
  updatedAt?: string
  score?: number
  metadata?: Record<string, unknown>
  userId?: string
  agentId?: string
  runId?: string
}

/** A list as mem0 gives it. */
export interface SearchResult {
  results: MemoryItem[]
}

/** One change of a memory, as mem0 gives it. */
export interface HistoryItem {
  id: string
  memoryId: string
  previousValue: string | null
  newValue: string | null
  action: 'ADD' | 'UPDATE' | 'DELETE'
  createdAt: string
  updatedAt: string
  isDeleted: 0 | 1
}

/** Of `add`. */
export interface AddMemoryOptions extends Entity {
  filters?: Filters
  /** Kept nowhere: refused, so that nothing is lost without a word. */
  metadata?: Record<string, unknown>
  /** emend writes down what is said and asks no model: true is refused. */
  infer?: boolean
}

/** Of `search`. */
export interface SearchMemoryOptions extends Entity {
  filters?: Filters
  limit?: number
  topK?: number
  /** Least score of a result. */
  threshold?: number
}

/** Of `getAll`. */
export type GetAllMemoryOptions = Omit<SearchMemoryOptions, 'threshold'>

const defaultLimit = 100
const pageSize = 1_000

/**
 * mem0's verbs over a tenant. A run is a session: what is said, found and written in it is recorded as its turns, so that a later
 * step of the run rests on it. Any version's id names the memory, as ids of mem0 do.
 *
 * @example
 * const memory = new Memory(emend)
 * await memory.add('My router is a BX-300.', { userId: 'ana', runId: 'chat-1' })
 * const { results } = await memory.search('Which router?', { userId: 'ana', runId: 'chat-1' })
 */
export class Memory {
  constructor(private readonly emend: EmendTenant) {}

  /** Remember what was said: each message is a memory, those of users as theirs. */
  async add(messages: string | Message[], options: AddMemoryOptions): Promise<SearchResult> {
    const { metadata, infer, ...given } = options
    const entity = entityOf('add', given)
    if (infer === true) throw new EmendError('bad_item', 'mem0.add: emend asks no model what to remember: extract first, then add with infer: false')
    if (metadata !== undefined && Object.keys(metadata).length > 0) throw new EmendError('bad_item', 'mem0.add: emend keeps no metadata: say it in the text')
    const place = placeOf(entity)
    const results: MemoryItem[] = []
    for (const { role, content } of typeof messages === 'string' ? [{ role: 'user', content: messages }] : messages) {
      if (role === 'system') continue
      const said = role === 'user' ? await this.emend.inputs.add(content, { ...(entity.runId === undefined ? {} : { sessionId: entity.runId }), ...userOf(entity) }) : null
      const at = said ? { ...place, sessionId: said.sessionId, turn: said.turn, usedIds: [said.id] } : place
      const { id } = await this.emend.memories.add(content, { ...at, source: said ? 'user_input' : 'agent_summary' })
      results.push({ id, memory: content, metadata: { event: 'ADD' } })
    }
    return { results }
  }

  /** Best first; recorded as a read of the run. */
  async search(query: string, options: SearchMemoryOptions): Promise<SearchResult> {
    const { limit, topK, threshold = 0, ...given } = options
    const entity = entityOf('search', given)
    const { userId: user, agentId: agent } = entity
    const { results } = await this.emend.memories.search(query, {
      ...placeOf(entity), k: Math.min(limit ?? topK ?? defaultLimit, 1_000), scope: { ...(user === undefined ? {} : { user }), ...(agent === undefined ? {} : { agent }) },
    })
    const found = await Promise.all(results.filter(({ score }) => score >= threshold).map(async ({ id, score }) => ({ stored: await this.emend.memories.get(id), score })))
    return { results: found.flatMap(({ stored, score }) => (stored.content === null ? [] : [{ ...itemOf(stored), score }])) }
  }

  /** The memory as it stands now, whichever version's id it is asked by; null where it is gone. */
  async get(memoryId: string): Promise<MemoryItem | null> {
    const stored = await this.standing(memoryId)
    return stored ? itemOf(stored, await this.first(stored)) : null
  }

  /** Oldest first. */
  async getAll(options: GetAllMemoryOptions): Promise<SearchResult> {
    const { limit, topK, ...given } = options
    const wanted = limit ?? topK ?? defaultLimit
    return { results: (await this.all(entityOf('getAll', given), wanted)).map((stored) => itemOf(stored)) }
  }

  /** Say it anew. */
  async update(memoryId: string, data: string): Promise<{ message: string }> {
    const stored = await this.known(memoryId)
    await this.emend.memories.update(stored.id, data, stored.agentId === null ? {} : { agentId: stored.agentId })
    return { message: 'Memory updated successfully!' }
  }

  async delete(memoryId: string): Promise<{ message: string }> {
    await this.emend.memories.delete((await this.known(memoryId)).id)
    return { message: 'Memory deleted successfully!' }
  }

  async deleteAll(options: Entity & { filters?: Filters }): Promise<{ message: string }> {
    const entity = entityOf('deleteAll', options)
    for (const stored of await this.all(entity, Infinity)) await this.emend.memories.delete(stored.id, placeOf(entity))
    return { message: 'Memories deleted successfully!' }
  }

  /** What happened to the memory and its versions, oldest first. What a repair removed is a DELETE; withdrawn text is null. */
  async history(memoryId: string): Promise<HistoryItem[]> {
    const changes = await this.emend.memories.history(memoryId)
    const texts = new Map<string, string | null>()
    for (const id of new Set(changes.map((change) => change.memoryId))) texts.set(id, (await this.emend.memories.get(id)).content)
    const versions = [...texts.keys()]
    return changes.flatMap((change, index) => historyOf(change, index, versions, texts))
  }

  /** Retire every memory of the tenant, and keep what they were for audit. `emend.dropTenant` ends a tenant. */
  async reset(): Promise<void> {
    for (const stored of await this.all({}, Infinity)) await this.emend.memories.delete(stored.id)
  }

  private async all({ userId, agentId, runId }: Entity, wanted: number): Promise<Stored[]> {
    const found: Stored[] = []
    for (let after: string | undefined; found.length < wanted;) {
      const limit = Math.min(wanted - found.length, pageSize)
      const page: Stored[] = await this.emend.memories.list({
        limit, ...(userId === undefined ? {} : { userId }), ...(agentId === undefined ? {} : { agentId }), ...(runId === undefined ? {} : { sessionId: runId }), ...(after === undefined ? {} : { after }),
      })
      found.push(...page)
      after = page.at(-1)?.id
      if (page.length < limit) break
    }
    return found
  }

  private async known(memoryId: string): Promise<Stored> {
    const stored = await this.standing(memoryId)
    if (stored) return stored
    throw new EmendError('not_found', `there is no memory ${JSON.stringify(memoryId)} any more`, { id: memoryId })
  }

  private async standing(memoryId: string): Promise<Stored | null> {
    const seen = new Set<string>()
    for (let id: string | undefined = memoryId; id !== undefined && !seen.has(id);) {
      seen.add(id)
      const stored: Stored | null = await this.emend.memories.get(id).catch(nullIfUnknown)
      if (!stored || stored.isReadable) return stored
      id = stored.replacedBy.at(-1)
    }
    return this.reopened(memoryId, seen)
  }

  /** A repair that removes a version opens the one before it again. */
  private async reopened(memoryId: string, seen: ReadonlySet<string>): Promise<Stored | null> {
    const versions = [...new Set((await this.emend.memories.history(memoryId)).map((change) => change.memoryId))].filter((id) => !seen.has(id))
    for (const id of versions.reverse()) {
      const stored = await this.emend.memories.get(id)
      if (stored.isReadable) return stored
    }
    return null
  }

  private async first(stored: Stored): Promise<Date> {
    return stored.supersedes.length === 0 ? stored.recordedAt : (await this.emend.memories.history(stored.id))[0]?.at ?? stored.recordedAt
  }
}

const itemOf = (stored: Stored, createdAt = stored.recordedAt): MemoryItem => ({
  id: stored.id, memory: stored.content ?? '', hash: createHash('md5').update(stored.content ?? '').digest('hex'), createdAt: createdAt.toISOString(),
  updatedAt: stored.changedAt.toISOString(), metadata: {}, ...toldFields({ userId: stored.userId, agentId: stored.agentId, runId: stored.sessionId?.startsWith('implicit-') ? null : stored.sessionId }),
})

function historyOf(change: MemoryChange, index: number, versions: readonly string[], texts: ReadonlyMap<string, string | null>): HistoryItem[] {
  const text = texts.get(change.memoryId) ?? null
  const isFirst = versions[0] === change.memoryId
  const event = { id: String(index), memoryId: change.memoryId, createdAt: change.at.toISOString(), updatedAt: change.at.toISOString() }
  if (change.action === 'recorded') {
    const previous = isFirst ? null : texts.get(versions[versions.indexOf(change.memoryId) - 1] ?? '') ?? null
    return [{ ...event, previousValue: previous, newValue: text, action: isFirst ? 'ADD' : 'UPDATE', isDeleted: 0 }]
  }
  if (change.to !== 'deleted' && change.to !== 'quarantined') return []
  return [{ ...event, previousValue: text, newValue: null, action: 'DELETE', isDeleted: 1 }]
}

const userOf = ({ userId }: Entity) => (userId === undefined ? {} : { userId })

const placeOf = ({ userId, agentId, runId }: Entity) => ({
  ...(userId === undefined ? {} : { userId }), ...(agentId === undefined ? {} : { agentId }), ...(runId === undefined ? {} : { sessionId: runId }),
})

const nullIfUnknown = (error: unknown): null => {
  if (error instanceof EmendError && error.code === 'not_found') return null
  throw error
}

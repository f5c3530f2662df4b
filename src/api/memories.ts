/** The verbs on memories. Each records the step behind it, so that what it did can be traced and repaired. */
import type { z } from 'zod'
import type { Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import type { RecordItem } from '../record/items.js'
import { recordItems } from '../record/record-items.js'
import { uuidV7 } from '../record/uuid-v7.js'
import { chooseHow } from '../retrieve/choose-how.js'
import { queryItem } from '../retrieve/query-item.js'
import { rankMemories, searchMemories, type FoundMemory } from '../retrieve/search-memories.js'
import type { Fact, MemorySource, MemoryStatus, SearchMode, StepType } from '../vocabulary.js'
import { checkOptions, checkText, type ApiContext } from './context.js'
import { memoryContracts } from './contracts/memories.js'
import { tombstoneKeeper } from './hold-to-tombstones.js'
import { readHistory, readLineage, type Lineage, type MemoryChange } from './memory-history.js'
import { readUsage, type Citation } from './memory-usage.js'
import { idsWithPrefix, readMemories, readMemory, type Memory } from './memory-view.js'
import { placeFinder } from './places.js'
import { stepItems, type NewMemory } from './step-items.js'

/** Who acts, where, and on what evidence. */
export interface Doing {
  /** Whose memory, or whose question. */
  userId?: string
  /** The agent that acts. */
  agentId?: string
  /** Left out, the verb has a turn of its own in a session of this Emend and user. */
  sessionId?: string
  /** The session's last turn when left out. */
  turn?: number
  /** What the step rests on; with a session and nothing given, all that its turn had before. */
  usedIds?: string[]
}

/** A memory to add. */
export interface AddOptions extends Doing {
  /** Made up when left out. */
  id?: string
  source?: MemorySource
  derivedFrom?: string[]
  supersedes?: string[]
  trust?: number
  facts?: Fact[]
  /**
   * What to do when its evidence was withdrawn by a repair: `refuse` (default) throws `withdrawn_evidence`, to be met by reading again; `accept`
   * remembers it, withheld like what it rests on, as one of the affected.
   */
  onWithdrawn?: 'refuse' | 'accept'
}

/** A search. */
export interface SearchOptions extends Omit<Doing, 'usedIds'> {
  /** Results at most, 1 to 1000; default 5. */
  k?: number
  /** Where to look; the user's own memories and those without an owner when left out. */
  scope?: { user?: string; agent?: string; session?: string }
  /** By words, by embeddings, or by both; `fused` where embeddings are configured, else `text`, when left out. */
  mode?: SearchMode
}

/** What was found, best first. */
export interface Found {
  /** How it was looked for: `text` also where a fused search could not reach the model of embeddings. */
  mode: SearchMode
  /** The score depends on the mode: by text 1 and more for words, less for resemblance; by vector the cosine; fused at most 2/61. */
  results: { id: string; content: string; score: number }[]
}

/** Results of a search, and the read that recorded it: cite its id in what follows from them. */
export interface SearchResult extends Found {
  readStepId: string
}

/** One memory, and the read that recorded it: cite its id, with the memory's, in what follows. */
export interface MemoryRead {
  /** Null where the text is out of the store: then nothing was read. */
  readStepId: string | null
  memory: Memory
}

/** Verbs on memories. All throw what recording throws. */
export interface MemoriesApi {
  /** Remember something: a memory_write and its memory. */
  add(content: string, options?: AddOptions): Promise<{ id: string; stepId: string }>
  /**
   * Find active memories: a memory_read with its query, mode, results and scores. Best first.
   *
   * @throws EmendError `no_embeddings` for a mode that needs them; `model_failed` and `model_reply` in mode vector
   */
  search(query: string, options?: SearchOptions): Promise<SearchResult>
  /** What `search` would find, recorded nowhere: for detectors and auditors, who judge memories and act on none of them. Best first. */
  peek(query: string, options?: Pick<SearchOptions, 'k' | 'scope' | 'mode'>): Promise<Found>
  /** One memory as an agent reads it: like `get`, and a memory_read of it. @throws EmendError `not_found` */
  read(memoryId: string, options?: Omit<Doing, 'usedIds'>): Promise<MemoryRead>
  /** One memory, also when it was removed: then with its state and the reason. @throws EmendError `not_found` */
  get(memoryId: string): Promise<Memory>
  /** Memories, oldest first: readable ones, or those of `statuses`. 100 unless `limit` says otherwise; `after` is the last id of the page before. */
  list(options?: ListOptions): Promise<Memory[]>
  /** Say it anew: a memory_update that retires the old version. */
  update(memoryId: string, content: string, options?: AddOptions): Promise<{ id: string; stepId: string }>
  /** Retire a memory: a memory_delete. Its text stays for audit until it is erased. */
  delete(memoryId: string, options?: Doing): Promise<{ stepId: string }>
  /** Every change of the memory and of the versions before and after it, oldest first. @throws EmendError `not_found` */
  history(memoryId: string): Promise<MemoryChange[]>
  /** What it was made from, and what was made from it. @throws EmendError `not_found` */
  lineage(memoryId: string): Promise<Lineage>
  /**
   * Who cited it: reads that found it, steps that rest on it or retire it, memories made from it; by the clock. 100 unless `limit` says
   * otherwise; `after` is the last id of the page before.
   *
   * @throws EmendError `not_found`
   */
  usage(memoryId: string, options?: { limit?: number; after?: string }): Promise<Citation[]>
}

/** Which memories to list. */
export interface ListOptions {
  userId?: string
  agentId?: string
  sessionId?: string
  statuses?: MemoryStatus[]
  /** How the id begins. */
  idPrefix?: string
  limit?: number
  after?: string
}

type ReadPlace = z.infer<typeof readSchema>
type QueryItem = NonNullable<Extract<RecordItem, { kind: 'step' }>['query']>

const { addOptions: addSchema, searchOptions: searchSchema, readOptions: readSchema, deleteOptions: deleteSchema, listOptions: listSchema } = memoryContracts
/** A memory that was found may be withdrawn before the read is recorded: then it is read again. */
const maxReads = 5

/** Make the verbs for one tenant. */
export function memoriesApi({ as, tenantId, embedder }: ApiContext): MemoriesApi {
  const placeOf = placeFinder(tenantId)
  const hold = tombstoneKeeper({ as, tenantId })

  async function mutate(
    trx: Trx, type: StepType, content: string, by: Doing & Pick<AddOptions, 'onWithdrawn'>, made: NewMemory | null, consumed: string[] = [],
  ): Promise<string> {
    const items = stepItems({
      type, content, consumedMemoryIds: consumed, generates: made ? [made] : [],
      ...(by.agentId === undefined ? {} : { agentId: by.agentId }), ...(by.userId === undefined ? {} : { userId: by.userId }),
      ...(by.usedIds === undefined ? {} : { usedIds: by.usedIds }),
    }, await placeOf(trx, by))
    await recordItems(trx, tenantId, items, by.onWithdrawn === undefined ? {} : { onWithdrawn: by.onWithdrawn })
    return items[0]!.id
  }

  async function recordRead(trx: Trx, content: string, found: { id: string }[], by: ReadPlace, query?: QueryItem): Promise<string> {
    const item: RecordItem = {
      kind: 'step', id: uuidV7(), type: 'memory_read', content, used_ids: found.map(({ id }) => id), ...await placeOf(trx, by),
      ...(query === undefined ? {} : { query }), ...(by.userId === undefined ? {} : { user: by.userId }), ...(by.agentId === undefined ? {} : { agent: by.agentId }),
    }
    await recordItems(trx, tenantId, [item])
    return item.id
  }

  return {
    async add(content, options = {}) {
      checkOptions(addSchema, 'memories.add', options)
      const memory = newMemory(content, options)
      const stepId = await as('agent', (trx) => mutate(trx, 'memory_write', content, options, memory))
      await hold([{ kind: 'memory', id: memory.id, content }])
      return { id: memory.id, stepId }
    },
    async search(text, options = {}) {
      checkText('memories.search', text)
      const checked = checkOptions(searchSchema, 'memories.search', options)
      const query = { text, k: checked.k, scope: checked.scope ?? (checked.userId === undefined ? {} : { user: checked.userId }) }
      const how = await chooseHow(embedder, text, checked.mode)
      return untilSettled(() => as('agent', async (trx) => {
        const { found, considered } = await rankMemories(trx, tenantId, { ...query, how })
        const readStepId = await recordRead(trx, text, found, checked, queryItem(query, how, found.map(({ score }) => score), considered))
        return { readStepId, mode: how.mode, results: found.map(shown) }
      }))
    },
    async peek(text, options = {}) {
      checkText('memories.peek', text)
      const { k, mode, scope = {} } = checkOptions(searchSchema.pick({ k: true, scope: true, mode: true }), 'memories.peek', options)
      const how = await chooseHow(embedder, text, mode)
      return { mode: how.mode, results: (await as('auditor', (trx) => searchMemories(trx, tenantId, { text, k, scope, how }))).map(shown) }
    },
    async read(id, options = {}) {
      checkText('memories.read', id)
      const checked = checkOptions(readSchema, 'memories.read', options)
      return untilSettled(async () => {
        const memory = await as('auditor', (trx) => readMemory(trx, tenantId, id))
        const readStepId = memory.content === null ? null : await as('agent', (trx) => recordRead(trx, `get ${id}`, [memory], checked))
        return { readStepId, memory }
      })
    },
    get: async (id) => as('auditor', (trx) => readMemory(trx, tenantId, checkText('memories.get', id))),
    async list(options = {}) {
      const { statuses, idPrefix, limit, ...filter } = checkOptions(listSchema, 'memories.list', options)
      const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
      return as('auditor', async (trx) => readMemories(trx, tenantId, {
        ...given, limit, ...(statuses ? { statuses } : { onlyReadable: true }), ...(idPrefix === undefined ? {} : { ids: await idsWithPrefix(trx, tenantId, idPrefix, filter.userId) }),
      }))
    },
    async update(id, content, options = {}) {
      checkText('memories.update', id)
      checkOptions(addSchema, 'memories.update', options)
      const owner = options.userId ?? (await as('auditor', (trx) => readMemory(trx, tenantId, id))).userId
      const memory = { ...newMemory(content, options), supersedes: [id, ...(options.supersedes ?? [])], ...(owner === null ? {} : { userId: owner }) }
      const stepId = await as('agent', (trx) => mutate(trx, 'memory_update', content, options, memory, [id]))
      await hold([{ kind: 'memory', id: memory.id, content }])
      return { id: memory.id, stepId }
    },
    async delete(id, options = {}) {
      checkText('memories.delete', id)
      checkOptions(deleteSchema, 'memories.delete', options)
      return { stepId: await as('agent', (trx) => mutate(trx, 'memory_delete', `delete ${id}`, options, null, [id])) }
    },
    history: async (id) => as('auditor', (trx) => readHistory(trx, tenantId, checkText('memories.history', id))),
    lineage: async (id) => as('auditor', (trx) => readLineage(trx, tenantId, checkText('memories.lineage', id))),
    async usage(id, options = {}) {
      checkText('memories.usage', id)
      const page = checkOptions(memoryContracts.usageOptions, 'memories.usage', options)
      return as('auditor', (trx) => readUsage(trx, tenantId, id, page))
    },
  }
}

const shown = ({ id, content, score }: FoundMemory): Found['results'][number] => ({ id, content, score })

/** Do it again while what it cites is being withdrawn. */
async function untilSettled<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof EmendError) || error.code !== 'withdrawn_evidence' || attempt === maxReads) throw error
    }
  }
}

function newMemory(content: string, options: AddOptions): NewMemory & { id: string } {
  const { id = uuidV7(), userId, source, derivedFrom, supersedes, trust, facts } = options
  return {
    id, content, ...(userId === undefined ? {} : { userId }), ...(source === undefined ? {} : { source }),
    ...(derivedFrom === undefined ? {} : { derivedFrom }), ...(supersedes === undefined ? {} : { supersedes }),
    ...(trust === undefined ? {} : { trust }), ...(facts === undefined ? {} : { facts }),
  }
}

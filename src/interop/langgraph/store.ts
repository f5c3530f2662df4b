/** LangGraph's long-term store over emend: items are memories, and a repair reaches them. */
import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons'
import {
  BaseStore, type Item, type ListNamespacesOperation, type MatchCondition, type Operation, type OperationResults, type PutOperation, type SearchItem, type SearchOperation,
} from '@langchain/langgraph-checkpoint'
import { EmendError } from '../../errors.js'
import type { EmendTenant } from '../../index.js'
import { KeyedMemories, type KeyedMemory, type Place } from '../keyed/keyed-memories.js'
import { matchesFilter } from './filter.js'

/** How to open a store. */
export interface EmendStoreOptions extends Place {
  /** Where an operation belongs; the thread of the graph that runs when left out. */
  place?: () => Place
}

/** How many memories a search with a query looks at. */
const searched = 1_000

/**
 * A store for `compile({ store })`. Namespaces are compared segment by segment. What a node of a graph reads here is evidence of what its
 * turn writes and answers: with a thread, the session is the thread.
 *
 * `index` of an item is left alone: all of its text is searched, by words.
 *
 * @example
 * const store = new EmendStore(emend, { userId: 'ana' })
 * await store.put(['ana', 'facts'], 'router', { text: 'The router is a BX-300.' })
 */
export class EmendStore extends BaseStore {
  private readonly items: KeyedMemories

  constructor(private readonly emend: EmendTenant, private readonly options: EmendStoreOptions = {}) {
    super()
    this.items = new KeyedMemories(emend, 'store', options.userId)
  }

  /** Operations one after the other; of several puts under one key the last counts. */
  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const results: unknown[] = []
    const puts = new Map<string, PutOperation>()
    for (const operation of operations) {
      if ('namespacePrefix' in operation) results.push(await this.find(operation))
      else if ('value' in operation) {
        puts.set(JSON.stringify([operation.namespace, operation.key]), operation)
        results.push(undefined)
      } else if ('key' in operation) results.push(await this.read(operation.namespace, operation.key))
      else results.push(await this.namespaces(operation))
    }
    for (const put of puts.values()) await this.write(put)
    return results as OperationResults<Op>
  }

  private async read(namespace: string[], key: string): Promise<Item | null> {
    const memory = await this.items.find(keyOf(namespace, key))
    if (!memory) return null
    const { usedIds: _, ...place } = this.place()
    await this.emend.memories.read(memory.id, place)
    return this.itemOf({ key: keyOf(namespace, key), memory })
  }

  private async write({ namespace, key, value }: PutOperation): Promise<void> {
    if (value === null) await this.items.remove(keyOf(namespace, key), this.place())
    else await this.items.put(keyOf(namespace, key), textOf(value), this.place())
  }

  private async find({ namespacePrefix, filter, query, limit = 10, offset = 0 }: SearchOperation): Promise<SearchItem[]> {
    const below = (await this.items.list(namespacePrefix)).filter(({ key, memory }) => key.length > namespacePrefix.length && matchesFilter(valueOf(memory.content), filter))
    const scores = query ? new Map((await this.emend.memories.peek(query, { k: searched, scope: this.scope() })).results.map(({ id, score }) => [id, score])) : null
    const ranked = scores ? below.filter(({ memory }) => scores.has(memory.id)).toSorted((one, other) => scores.get(other.memory.id)! - scores.get(one.memory.id)!) : below
    const page = ranked.slice(offset, offset + limit)
    await this.recordSearch(namespacePrefix, query, page)
    return Promise.all(page.map(async (entry) => ({ ...await this.itemOf(entry), ...(scores ? { score: scores.get(entry.memory.id)! } : {}) })))
  }

  /** What was found is evidence of what follows in the thread. Its query is no query of emend's, so that a repair takes what is left of it. */
  private async recordSearch(prefix: readonly string[], query: string | undefined, found: readonly KeyedMemory[]): Promise<void> {
    const { sessionId, userId, agentId, turn } = this.place()
    if (sessionId === undefined) return
    await this.emend.steps.record({
      sessionId, type: 'memory_read', content: `search ${JSON.stringify(prefix)}${query ? ` for ${query}` : ''}`, usedIds: found.map(({ memory }) => memory.id),
      ...(turn === undefined ? {} : { turn }), ...(userId === undefined ? {} : { userId }), ...(agentId === undefined ? {} : { agentId }),
    }, { onWithdrawn: 'accept' })
  }

  private async namespaces({ matchConditions = [], maxDepth, limit, offset }: ListNamespacesOperation): Promise<string[][]> {
    const all = (await this.items.list()).map(({ key }) => key.slice(0, -1))
      .filter((namespace) => matchConditions.every((condition) => matches(namespace, condition)))
      .map((namespace) => namespace.slice(0, maxDepth))
    const once = new Map(all.map((namespace) => [JSON.stringify(namespace), namespace]))
    return [...once.values()].toSorted(bySegments).slice(offset, offset + limit)
  }

  private async itemOf({ key, memory }: KeyedMemory): Promise<Item> {
    const first = memory.supersedes.length === 0 ? memory : (await this.items.versions(key))[0] ?? memory
    return { namespace: key.slice(0, -1), key: key.at(-1) ?? '', value: valueOf(memory.content), createdAt: first.recordedAt, updatedAt: memory.recordedAt }
  }

  private scope(): { user?: string } {
    return this.options.userId === undefined ? {} : { user: this.options.userId }
  }

  private place(): Place {
    const { place, ...fixed } = this.options
    const thread: unknown = AsyncLocalStorageProviderSingleton.getRunnableConfig()?.configurable?.['thread_id']
    return { ...(typeof thread === 'string' ? { sessionId: thread } : {}), ...fixed, ...place?.() }
  }
}

/** @throws EmendError `bad_item` for a namespace without segments */
function keyOf(namespace: readonly string[], key: string): string[] {
  if (namespace.length === 0 || namespace.some((segment) => segment === '')) throw new EmendError('bad_item', `the namespace ${JSON.stringify(namespace)} has no segments, or an empty one`)
  return [...namespace, key]
}

/** An item of nothing but a `text` is remembered as this text, so that a repair can say it anew; any other as JSON. */
function textOf(value: Record<string, unknown>): string {
  const { text, ...rest } = value
  return typeof text === 'string' && Object.keys(rest).length === 0 && objectIn(text) === null ? text : JSON.stringify(value)
}

/** What a repair has written in the place of an item may be plain text, whatever the item was. */
const valueOf = (content: string): Record<string, unknown> => objectIn(content) ?? { text: content }

function objectIn(content: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(content)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Record<string, unknown> : null
  } catch {
    return null
  }
}

function matches(namespace: readonly string[], { matchType, path }: MatchCondition): boolean {
  const part = matchType === 'prefix' ? namespace.slice(0, path.length) : namespace.slice(-path.length)
  return path.length === 0 || (part.length === path.length && path.every((segment, index) => segment === '*' || segment === part[index]))
}

function bySegments(one: readonly string[], other: readonly string[]): number {
  for (const [index, segment] of one.entries()) {
    const against = other[index]
    if (against === undefined) return 1
    if (segment !== against) return segment < against ? -1 : 1
  }
  return one.length - other.length
}

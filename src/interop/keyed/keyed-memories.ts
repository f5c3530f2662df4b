/**
 * Memories under keys, for frameworks whose memories are files or items with a name that stays. A key's first memory is named after it,
 * and each later one supersedes the one before: the key stays, and its history is that of its versions.
 */
import { EmendError } from '../../errors.js'
import { uuidV7, type Doing, type EmendTenant, type Memory } from '../../index.js'

/** Who acts, and where; see `Doing`. */
export type Place = Pick<Doing, 'userId' | 'agentId' | 'sessionId' | 'turn' | 'usedIds'>

/** A key and the memory that stands under it. */
export interface KeyedMemory {
  key: string[]
  memory: Memory & { content: string }
}

/** How many versions are walked from the first one. */
const maxVersions = 10_000
const pageSize = 1_000

/** Memories under keys. Keys are lists of segments: no segment runs into the next, whatever signs it holds. */
export class KeyedMemories {
  /** Where a key's memory was last: only looked at again, never trusted. */
  private readonly latest = new Map<string, string>()

  private readonly root: string

  /**
   * @param space starts the ids; lower-case letters
   * @param userId whose memories: each user has keys of their own
   */
  constructor(private readonly emend: EmendTenant, space: string, private readonly userId?: string) {
    this.root = userId === undefined ? space : `${space}@${encode(userId)}`
  }

  /** The memory that agents find under a key now; null where there is none. Recorded nowhere. */
  async find(key: readonly string[]): Promise<KeyedMemory['memory'] | null> {
    const id = this.idOf(key)
    const near = this.latest.get(id)
    const memory = (near === undefined ? null : await this.readable(near)) ?? readable((await this.walk(id)).at(-1))
    if (memory) this.latest.set(id, memory.id)
    return memory
  }

  /** When a key was first written, and its versions from then on. Empty for one that never was. */
  async versions(key: readonly string[]): Promise<Memory[]> {
    return this.walk(this.idOf(key), false)
  }

  /** Write under a key: what stands there is superseded. Writing the same again changes nothing. Of two that write a new key at once the later one supersedes. */
  async put(key: readonly string[], content: string, place: Place): Promise<Memory['id']> {
    try {
      return await this.write(key, content, place)
    } catch (error) {
      if (!(error instanceof EmendError) || error.code !== 'duplicate_id') throw error
      return this.write(key, content, place)
    }
  }

  private async write(key: readonly string[], content: string, place: Place): Promise<Memory['id']> {
    const id = this.idOf(key)
    const current = await this.find(key)
    if (current?.content === content) return current.id
    if (current) return this.remember(id, await this.emend.memories.update(current.id, content, { ...place, id: `${id}~${uuidV7()}` }))
    const last = (await this.walk(id)).at(-1)
    if (last) return this.remember(id, await this.emend.memories.add(content, { ...place, id: `${id}~${uuidV7()}`, ...(last.status === 'active' ? {} : { supersedes: [last.id] }) }))
    return this.remember(id, await this.emend.memories.add(content, { ...place, id }))
  }

  /**
   * Put what stands under a key under another one: the same text, as a version of the old one.
   *
   * @throws EmendError `not_found` where nothing stands there, `duplicate_id` where something stands under the other key
   */
  async move(from: readonly string[], to: readonly string[], place: Place): Promise<void> {
    const [current, other, id] = [await this.find(from), await this.find(to), this.idOf(to)]
    if (!current) throw new EmendError('not_found', `nothing stands under ${JSON.stringify(from.join('/'))}`)
    if (other) throw new EmendError('duplicate_id', `something stands under ${JSON.stringify(to.join('/'))} already`)
    const isFirst = await this.get(id) === null
    this.remember(id, await this.emend.memories.update(current.id, current.content, { ...place, id: isFirst ? id : `${id}~${uuidV7()}` }))
  }

  /** Retire what stands under a key. Returns whether anything did. */
  async remove(key: readonly string[], place: Place): Promise<boolean> {
    const current = await this.find(key)
    if (current) await this.emend.memories.delete(current.id, place)
    return current !== null
  }

  /** Everything under keys that begin with these segments, by key. Recorded nowhere. */
  async list(prefix: readonly string[] = []): Promise<KeyedMemory[]> {
    const start = this.idOf([...prefix, ''])
    const found = new Map<string, KeyedMemory>()
    for (let after: string | undefined; ;) {
      const page: Memory[] = await this.emend.memories.list({ idPrefix: start, limit: pageSize, ...(this.userId === undefined ? {} : { userId: this.userId }), ...(after === undefined ? {} : { after }) })
      for (const memory of page) {
        const open = readable(memory)
        if (open) found.set(keyIn(memory.id), { key: segmentsOf(memory.id), memory: open })
      }
      after = page.at(-1)?.id
      if (page.length < pageSize) return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, entry]) => entry)
    }
  }

  /** @throws EmendError `too_large` for a key that makes a name of more than 150 characters */
  private idOf(key: readonly string[]): string {
    const id = [this.root, ...key.map(encode)].join('/')
    if (id.length > 150) throw new EmendError('too_large', `the key ${JSON.stringify(key.join('/').slice(0, 100))} is longer than a name may be`)
    return id
  }

  private remember(id: string, { id: made }: { id: string }): string {
    this.latest.set(id, made)
    return made
  }

  private async readable(id: string): Promise<KeyedMemory['memory'] | null> {
    return readable(await this.get(id) ?? undefined)
  }

  /** The versions of a key from its first one to the one that can be read, or to the last. */
  private async walk(id: string, stops = true): Promise<Memory[]> {
    const walked: Memory[] = []
    for (let at: string | undefined = id; at !== undefined && walked.length < maxVersions && !walked.some((memory) => memory.id === at);) {
      const memory: Memory | null = await this.get(at)
      if (!memory) break
      walked.push(memory)
      at = stops && memory.isReadable ? undefined : memory.replacedBy.findLast((next) => keyIn(next) === id)
    }
    return walked
  }

  private async get(id: string): Promise<Memory | null> {
    try {
      return await this.emend.memories.get(id)
    } catch (error) {
      if (error instanceof EmendError && error.code === 'not_found') return null
      throw error
    }
  }
}

const readable = (memory: Memory | undefined): KeyedMemory['memory'] | null =>
  (memory?.isReadable && memory.content !== null ? { ...memory, content: memory.content } : null)

/** Versions follow after a tilde, repairs add primes: neither stands in a key. */
const keyIn = (id: string): string => /^[^~']*/.exec(id)![0]

const segmentsOf = (id: string): string[] => keyIn(id).split('/').slice(1).map(decodeURIComponent)

const encode = (segment: string): string => encodeURIComponent(segment).replaceAll('~', '%7E').replaceAll("'", '%27')

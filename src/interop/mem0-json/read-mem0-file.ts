/** Memories that mem0 has exported: what `get_all` returns, or a list of the same. */
import { z } from 'zod'
import { checkedName, checkedText, idOf, parsedAt, refused, type FileEntry } from '../memory-file/file-entry.js'

const name = z.string().nullish()
const memorySchema = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(), memory: z.string().optional(), text: z.string().optional(), data: z.string().optional(),
  user_id: name, agent_id: name, expiration_date: name,
})
const relationSchema = z.looseObject({
  source: z.string(), relationship: z.string().optional(), relation: z.string().optional(), target: z.string().optional(), destination: z.string().optional(), user_id: name,
})
const pageSchema = z.looseObject({ results: z.array(z.unknown()).optional(), memories: z.array(z.unknown()).optional(), relations: z.array(z.unknown()).nullish() })

const usedKeys = new Set(['id', 'memory', 'text', 'data', 'user_id', 'agent_id', 'expiration_date', 'hash'])
const usedOfRelation = new Set(['source', 'relationship', 'relation', 'target', 'destination', 'user_id'])

/**
 * Read a file: a list of memories, an object with `results` (or `memories`) and perhaps `relations`, or a list of such pages.
 *
 * @param text content of the file
 * @param now what has expired by then is not placed
 * @returns one entry a memory and a relation, in the order of the file
 * @throws EmendError `bad_import`, `bad_text`, `too_large` naming the entry
 */
export function readMem0File(text: string, now: Date = new Date()): FileEntry[] {
  const value = parsedAt('the file', text)
  const pages = Array.isArray(value) && value.length > 0 && value.every(isPage) ? value : [Array.isArray(value) ? { results: value } : value]
  let count = 0
  return pages.flatMap((page: unknown) => {
    const read = pageSchema.safeParse(page)
    const memories = read.success ? read.data.results ?? read.data.memories : undefined
    if (!read.success || !memories) throw refused('bad_import', 'the file', 'is neither a list of memories nor an object with results')
    return [
      ...memories.map((memory) => readMemory(memory, `entry ${count += 1}`, now)),
      ...(read.data.relations ?? []).map((relation) => readRelation(relation, `entry ${count += 1}`)),
    ]
  })
}

const isPage = (value: unknown): boolean => typeof value === 'object' && value !== null && ('results' in value || 'memories' in value)

function readMemory(value: unknown, place: string, now: Date): FileEntry {
  const read = memorySchema.safeParse(value)
  const content = read.success ? read.data.memory ?? read.data.text ?? read.data.data : undefined
  if (!read.success || content === undefined) throw refused('bad_import', place, read.success ? 'has no memory' : `${read.error.issues[0]?.path.join('.')}: ${read.error.issues[0]?.message}`)
  const { id, user_id: user, agent_id: agent, expiration_date: expires } = read.data
  checkedText(place, 'memory', content)
  const unreadKeys = Object.entries(read.data).filter(([key, inner]) => !usedKeys.has(key) && inner !== null && inner !== undefined).map(([key]) => key)
  if (content.trim() === '') return { place, memories: [], notPlaced: 'says nothing', unreadKeys }
  if (expires && new Date(expires).getTime() <= now.getTime()) return { place, memories: [], notPlaced: `expired on ${checkedName(place, 'expiration_date', expires)}`, unreadKeys }
  return {
    place, notPlaced: null, unreadKeys,
    memories: [{
      kind: 'memory', content, source: 'imported', id: id === undefined ? idOf('mem0', user ?? null, content) : checkedName(place, 'id', String(id)),
      ...(user ? { user: checkedName(place, 'user_id', user) } : {}), ...(agent ? { agent: checkedName(place, 'agent_id', agent) } : {}),
    }],
  }
}

function readRelation(value: unknown, place: string): FileEntry {
  const read = relationSchema.safeParse(value)
  const label = read.success ? read.data.relationship ?? read.data.relation : undefined
  const target = read.success ? read.data.target ?? read.data.destination : undefined
  if (!read.success || label === undefined || target === undefined) throw refused('bad_import', place, 'is no relation with source, relationship and target')
  const { source, user_id: user } = read.data
  const content = checkedText(place, 'relation', `${source} ${label} ${target}`)
  return {
    place, notPlaced: null, unreadKeys: Object.keys(read.data).filter((key) => !usedOfRelation.has(key)),
    memories: [{
      kind: 'memory', content, source: 'imported', id: idOf('mem0', user ?? null, source, label, target), facts: [{ entity: source, attribute: label, value: target }],
      ...(user ? { user: checkedName(place, 'user_id', user) } : {}),
    }],
  }
}

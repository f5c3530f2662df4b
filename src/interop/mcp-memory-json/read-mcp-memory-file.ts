/** The knowledge graph of the MCP memory server: lines of entities and relations, or the object that its `read_graph` returns. */
import { z } from 'zod'
import { checkedText, idOf, parsedAt, refused, type FileEntry, type MemoryItem } from '../memory-file/file-entry.js'

const entitySchema = z.looseObject({ type: z.literal('entity').optional(), name: z.string().min(1), entityType: z.string(), observations: z.array(z.string()) })
const relationSchema = z.looseObject({ type: z.literal('relation').optional(), from: z.string().min(1), to: z.string().min(1), relationType: z.string().min(1) })
const graphSchema = z.looseObject({ entities: z.array(z.unknown()), relations: z.array(z.unknown()) })

const usedKeys = new Set(['type', 'name', 'entityType', 'observations', 'from', 'to', 'relationType'])

/**
 * Read a file. Of an entity, what it is and each observation become a memory that begins with its name; of a relation, the relation.
 *
 * @param text content of the file
 * @param owner whose memories they are; part of their ids, so that the same graph can be imported for two users
 * @returns one entry an entity and a relation, in the order of the file
 * @throws EmendError `bad_import`, `bad_text`, `too_large` naming the line or entry
 */
export function readMcpMemoryFile(text: string, owner: string | null = null): FileEntry[] {
  return [...values(text)].map(({ place, value }) => {
    const isEntity = typeof value === 'object' && value !== null && ('type' in value ? value.type === 'entity' : 'name' in value)
    return isEntity ? readEntity(value, place, owner) : readRelation(value, place, owner)
  })
}

function* values(text: string): Generator<{ place: string; value: unknown }> {
  const lines = text.split('\n').map((line, index) => ({ line, place: `line ${index + 1}` })).filter(({ line }) => line.trim() !== '')
  const whole = wholeGraph(text)
  if (whole) {
    yield* whole.map((value, index) => ({ place: `entry ${index + 1}`, value }))
    return
  }
  if (lines.length === 0) throw refused('bad_import', 'the file', 'holds nothing')
  for (const { line, place } of lines) yield { place, value: parsedAt(place, line) }
}

function wholeGraph(text: string): unknown[] | null {
  try {
    const read = graphSchema.safeParse(JSON.parse(text))
    return read.success ? [...read.data.entities, ...read.data.relations] : null
  } catch {
    return null
  }
}

function readEntity(value: unknown, place: string, owner: string | null): FileEntry {
  const read = entitySchema.safeParse(value)
  if (!read.success) throw refused('bad_import', place, `${read.error.issues[0]?.path.join('.')}: ${read.error.issues[0]?.message}`)
  const { name, entityType, observations } = read.data
  const memory = (content: string, attribute: string | null, said: string): MemoryItem => ({
    kind: 'memory', content: checkedText(place, 'observation', content), source: 'imported', id: idOf('mcp-memory', owner, 'entity', name, attribute, said),
    facts: [{ entity: checkedText(place, 'name', name), attribute, value: said }],
  })
  const said = [...new Set(observations)].filter((observation) => observation.trim() !== '').map((observation) => memory(`${name}: ${observation}`, null, observation))
  const what = entityType.trim() === '' ? [] : [memory(`${name}: ${entityType}`, 'type', entityType)]
  return { place, memories: [...what, ...said], notPlaced: what.length + said.length === 0 ? 'says nothing' : null, unreadKeys: unreadOf(read.data) }
}

function readRelation(value: unknown, place: string, owner: string | null): FileEntry {
  const read = relationSchema.safeParse(value)
  if (!read.success) throw refused('bad_import', place, 'is neither an entity with name, entityType and observations nor a relation with from, to and relationType')
  const { from, to, relationType } = read.data
  return {
    place, notPlaced: null, unreadKeys: unreadOf(read.data),
    memories: [{
      kind: 'memory', content: checkedText(place, 'relation', `${from} ${relationType} ${to}`), source: 'imported',
      id: idOf('mcp-memory', owner, 'relation', from, relationType, to), facts: [{ entity: from, attribute: relationType, value: to }],
    }],
  }
}

const unreadOf = (value: object): string[] => Object.keys(value).filter((key) => !usedKeys.has(key))

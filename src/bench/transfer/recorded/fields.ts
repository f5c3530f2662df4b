/** What remembered observations say, field by field. */
import type { RecordItem } from '../../../index.js'

/** A field of a thing. */
export interface Field {
  memoryId: string
  /** What the thing is called, and what identifies it. */
  thing: { noun: string; id: string }
  /** Keys from the object of the thing to the value. */
  path: string[]
  /** The path in words. */
  name: string
  value: string | number
}

const identifying = /(?:^|[_ .-])(?:id|number|no|code|key|sku|uuid|ref|reference)$/i

/** Fields of everything that the memories name; values that are objects, lists, booleans or empty are none. */
export function fieldsOf(items: readonly RecordItem[]): Field[] {
  return items.flatMap((item) => {
    if (item.kind !== 'memory') return []
    const value = parsed(item.content)
    return value === undefined ? [] : fieldsIn(value, item.id, askedFor(items, item.id))
  })
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** What the call behind an observation was about, where it had one argument. */
function askedFor(items: readonly RecordItem[], memoryId: string): Field['thing'] | null {
  const step = (id: string | undefined) => items.find((item) => item.kind === 'step' && item.id === id)
  const write = items.find((item) => item.kind === 'step' && item.generated_memory_ids?.includes(memoryId))
  const observation = write?.kind === 'step' ? step(write.used_ids?.[0]) : undefined
  const action = observation?.kind === 'step' ? step(observation.used_ids?.[0]) : undefined
  const given = action?.kind === 'step' && typeof action.tool?.args === 'object' && action.tool.args !== null ? Object.entries(action.tool.args) : []
  const [name, id] = given.length === 1 ? given[0] ?? [] : []
  return name !== undefined && identifying.test(name) && typeof id === 'string' ? thingOf(name, id, []) : null
}

function thingOf(key: string, id: string, path: readonly string[]): Field['thing'] {
  const noun = words(key).slice(0, -1).join(' ') || words(path.at(-1) ?? 'entry').join(' ').replace(/s$/, '')
  return { noun, id }
}

function fieldsIn(value: unknown, memoryId: string, about: Field['thing'] | null, path: readonly string[] = []): Field[] {
  if (Array.isArray(value)) return value.flatMap((inner: unknown) => fieldsIn(inner, memoryId, null, path))
  if (typeof value !== 'object' || value === null) return []
  const entries = Object.entries(value)
  const own = entries.find((entry): entry is [string, string] => identifying.test(entry[0]) && typeof entry[1] === 'string')
  const thing = own ? thingOf(own[0], own[1], path) : about
  const inside = entries.flatMap(([key, inner]) => (typeof inner === 'object' ? fieldsIn(inner, memoryId, null, [...path, key]) : []))
  return [...(thing ? leaves(value, []).map(({ path: at, value: leaf }) => ({ memoryId, thing, path: at, name: nameOf(at), value: leaf })) : []), ...inside]
}

/** Values of an object and of the objects in it, but for what identifies. */
function leaves(value: object, path: readonly string[]): { path: string[]; value: string | number }[] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    if ((typeof inner === 'string' && inner !== '') || typeof inner === 'number') return identifying.test(key) ? [] : [{ path: [...path, key], value: inner }]
    const isPlain = typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    return isPlain && path.length === 0 && !Object.keys(inner).some((one) => identifying.test(one)) ? leaves(inner, [...path, key]) : []
  })
}

/** "address" of an address is no more than a repetition. */
const nameOf = (path: readonly string[]): string => path.flatMap(words).filter((word, at, all) => !(all[at + 1] ?? '').startsWith(word)).join(' ')

const words = (key: string): string[] => key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase().split(/[\s_.-]+/).filter(Boolean)

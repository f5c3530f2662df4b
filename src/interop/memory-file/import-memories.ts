/** Write what a file of memories holds: rows of unknown provenance, which support nothing. */
import { EmendError } from '../../errors.js'
import type { Emend, RecordItem } from '../../index.js'
import { idOf, type FileEntry, type MemoryItem } from './file-entry.js'

/** The account of an import. */
export interface MemoryImportReport {
  entries: number
  memories: number
  /** Of the memories: made now, and known from an earlier import. */
  written: number
  known: number
  /** Of the memories, in the order of the file. */
  ids: string[]
  notPlaced: { place: string; why: string }[]
  /** Keys of the file that nothing is made of. */
  unreadKeys: string[]
  /** `entries = placed + not placed`, with the numbers. */
  equation: string
}

/** Why a memory that another one of the store stands against is left out. */
const leftOut = { tombstoned: 'a repair has deleted what it says', erased: 'it was erased with its user' } as const

/** Where the entries come from. */
export interface MemoryFile {
  /** Name of the format. */
  format: string
  /** The file: what it is called in the record follows from it. */
  text: string
  /** Whose memories are those that name nobody. */
  owner?: string | undefined
}

/**
 * Import entries, all or nothing: importing the same again changes nothing. Each memory is written by a step that rests on nothing, because
 * nobody knows what it rests on: so it is no root that others could stand on. What a repair has deleted, or what was erased, is left out
 * and listed.
 *
 * @throws EmendError `duplicate_id` naming the place, where an id stands for something else in the store; what recording throws
 */
export async function importMemories(emend: Pick<Emend, 'importItems'>, entries: readonly FileEntry[], file: MemoryFile): Promise<MemoryImportReport> {
  const notPlaced = entries.flatMap(({ place, notPlaced: why }) => (why === null ? [] : [{ place, why }]))
  const placeOf = new Map<string, string>()
  const items = new Map<string, MemoryItem>()
  for (const { place, memories } of entries) {
    for (const memory of memories) {
      const before = items.get(memory.id)
      if (before && before.content !== memory.content) throw new EmendError('duplicate_id', `${place}: the id ${JSON.stringify(memory.id)} stands at ${placeOf.get(memory.id)} already, with other content`, { place, id: memory.id })
      items.set(memory.id, { ...memory, ...(memory.user === undefined && file.owner !== undefined ? { user: file.owner } : {}) })
      if (!before) placeOf.set(memory.id, place)
    }
  }
  for (;;) {
    try {
      const recorded = items.size === 0 ? [] : await emend.importItems(written([...items.values()], file))
      return report(entries, notPlaced, recorded.filter(({ id }) => items.has(id)))
    } catch (error) {
      if (!(error instanceof EmendError)) throw error
      const names = namesOf(error)
      const named = [...items.keys()].filter((id) => names.has(id) || names.has(writerOf(file.format, id)))
      const places = new Set(named.map((id) => placeOf.get(id) ?? id))
      const [place] = places
      if (place === undefined) throw error
      if (error.code !== 'tombstoned' && error.code !== 'erased') throw new EmendError(error.code, `${place}: ${error.message}`, { ...error.where, place }, { cause: error })
      for (const id of named) items.delete(id)
      for (const one of places) notPlaced.push({ place: one, why: leftOut[error.code] })
    }
  }
}

/** Items that an error names. */
function namesOf({ where }: EmendError): ReadonlySet<unknown> {
  return new Set(Array.isArray(where['ids']) ? where['ids'] as unknown[] : [where['id']])
}

/** The step that writes a memory. */
const writerOf = (format: string, memory: string): string => idOf(format, 'write', memory)

/** Every memory behind the step that writes it, each in a turn of its own, so that none is taken to rest on another. */
function written(memories: readonly MemoryItem[], { format, text }: MemoryFile): RecordItem[] {
  const session = idOf(format, 'file', text)
  return memories.flatMap((memory, index): RecordItem[] => [
    {
      kind: 'step', type: 'memory_write', id: writerOf(format, memory.id), session, turn: index + 1, agent: 'import', content: `Imported from ${format}.`,
      generated_memory_ids: [memory.id], ...(memory.user === undefined ? {} : { user: memory.user }),
    },
    memory,
  ])
}

function report(entries: readonly FileEntry[], notPlaced: MemoryImportReport['notPlaced'], recorded: { id: string; isNew: boolean }[]): MemoryImportReport {
  const written = recorded.filter(({ isNew }) => isNew).length
  const missing = new Set(notPlaced.map(({ place }) => place)).size
  return {
    entries: entries.length, memories: recorded.length, written, known: recorded.length - written, ids: recorded.map(({ id }) => id), notPlaced,
    unreadKeys: [...new Set(entries.flatMap(({ unreadKeys }) => unreadKeys))].sort(),
    equation: `${entries.length} entries = ${entries.length - missing} placed + ${missing} not placed`,
  }
}

/** Write what a file of memories holds: rows of unknown provenance, which support nothing. */
import { EmendError } from '../../errors.js'
import type { Emend } from '../../index.js'
import type { FileEntry } from './file-entry.js'

/** The account of an import. */
export interface MemoryImportReport {
  entries: number
  memories: number
  /** Of the memories: made now, and known from an earlier import. */
  written: number
  known: number
  notPlaced: { place: string; why: string }[]
  /** Keys of the file that nothing is made of. */
  unreadKeys: string[]
  /** `entries = placed + not placed`, with the numbers. */
  equation: string
}

/** Why a memory that another one of the store stands against is left out. */
const leftOut = { tombstoned: 'a repair has deleted what it says', erased: 'it was erased with its user' } as const

/**
 * Import entries, all or nothing: importing the same again changes nothing. What a repair has deleted, or what was erased, is left out and
 * listed.
 *
 * @param owner whose memories are those that name nobody
 * @throws EmendError `duplicate_id` naming the place, where an id stands for something else in the store; what recording throws
 */
export async function importMemories(emend: Pick<Emend, 'importItems'>, entries: readonly FileEntry[], owner?: string): Promise<MemoryImportReport> {
  const notPlaced = entries.flatMap(({ place, notPlaced: why }) => (why === null ? [] : [{ place, why }]))
  const placeOf = new Map<string, string>()
  const items = new Map<string, FileEntry['memories'][number]>()
  for (const { place, memories } of entries) {
    for (const memory of memories) {
      const before = items.get(memory.id)
      if (before && before.content !== memory.content) throw new EmendError('duplicate_id', `${place}: the id ${JSON.stringify(memory.id)} stands at ${placeOf.get(memory.id)} already, with other content`, { place, id: memory.id })
      items.set(memory.id, { ...memory, ...(memory.user === undefined && owner !== undefined ? { user: owner } : {}) })
      if (!before) placeOf.set(memory.id, place)
    }
  }
  for (;;) {
    try {
      const recorded = items.size === 0 ? [] : await emend.importItems([...items.values()])
      return report(entries, notPlaced, recorded)
    } catch (error) {
      const id = error instanceof EmendError ? String(error.where['id']) : ''
      const place = placeOf.get(id)
      if (!(error instanceof EmendError) || place === undefined) throw error
      if (error.code !== 'tombstoned' && error.code !== 'erased') throw new EmendError(error.code, `${place}: ${error.message}`, { ...error.where, place }, { cause: error })
      items.delete(id)
      notPlaced.push({ place, why: leftOut[error.code] })
    }
  }
}

function report(entries: readonly FileEntry[], notPlaced: MemoryImportReport['notPlaced'], recorded: { isNew: boolean }[]): MemoryImportReport {
  const written = recorded.filter(({ isNew }) => isNew).length
  const missing = new Set(notPlaced.map(({ place }) => place)).size
  return {
    entries: entries.length, memories: recorded.length, written, known: recorded.length - written, notPlaced,
    unreadKeys: [...new Set(entries.flatMap(({ unreadKeys }) => unreadKeys))].sort(),
    equation: `${entries.length} entries = ${entries.length - missing} placed + ${missing} not placed`,
  }
}

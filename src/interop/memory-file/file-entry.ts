/** What a file of memories of another program holds, read and checked. */
import { createHash } from 'node:crypto'
import { EmendError, type ErrorCode } from '../../errors.js'
import type { RecordItem } from '../../index.js'

/** A memory to write. */
export type MemoryItem = Extract<RecordItem, { kind: 'memory' }>

/** One entry of a file, and what is made of it. */
export interface FileEntry {
  /** Where it stands, for people: `line 7`, `entry 3`. */
  place: string
  /** Memories that are made of it. */
  memories: MemoryItem[]
  /** Why nothing is made of it; null where something is. */
  notPlaced: string | null
  /** Keys that nothing is made of. */
  unreadKeys: string[]
}

/** Longest content that is stored, in bytes, and longest id, in characters. */
const maxContentBytes = 262_144
const maxIdLength = 200

/** An error that names the place. */
export const refused = (code: ErrorCode, place: string, what: string): EmendError => new EmendError(code, `${place}: ${what}`, { place })

/** The text of an entry. @throws EmendError `bad_text`, `too_large` naming the place */
export function checkedText(place: string, what: string, text: string, maxBytes = maxContentBytes): string {
  if (text.includes('\0')) throw refused('bad_text', place, `${what} holds a NUL character`)
  if (!text.isWellFormed()) throw refused('bad_text', place, `${what} holds a lone surrogate`)
  if (Buffer.byteLength(text) > maxBytes) throw refused('too_large', place, `${what} has more than ${maxBytes} bytes`)
  return text
}

/** An id or a name of an entry. @throws EmendError `bad_text`, `too_large` naming the place */
export function checkedName(place: string, what: string, text: string): string {
  checkedText(place, what, text)
  if (text.length < 1 || text.length > maxIdLength) throw refused(text === '' ? 'bad_import' : 'too_large', place, `${what} has ${text.length} characters, not 1 to ${maxIdLength}`)
  return text
}

/** An id that the same parts always give, for what has none: importing again finds it. */
export function idOf(format: string, ...parts: (string | null)[]): string {
  return `${format}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27)}`
}

/** Parse one text of a file. @throws EmendError `bad_import` naming the place */
export function parsedAt(place: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refused('bad_import', place, `is not JSON: ${(error as Error).message}`)
  }
}

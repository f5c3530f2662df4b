/** Memories that an operation wrote, found or removed. */
import { createHash } from 'node:crypto'
import { asText, textOf, valueOf, type Span } from './span.js'

/** A record of a memory store. */
export interface MemoryRecord {
  /** Its id in the store; null where the span names none. */
  id: string | null
  /** Null where the instrumentation keeps content to itself. */
  content: string | null
}

const longest = 150

/** The records of a span, in its order. */
export function recordsOf(span: Span): MemoryRecord[] {
  const single = textOf(span, 'gen_ai.memory.record.id')
  const listed = valueOf(span, 'gen_ai.memory.records')
  const records = (Array.isArray(listed) ? listed as unknown[] : []).flatMap((record): MemoryRecord[] => {
    if (typeof record !== 'object' || record === null || !('content' in record)) return []
    const id = 'id' in record && typeof record.id === 'string' && record.id !== '' ? record.id : null
    return [{ id, content: asText(record.content) }]
  })
  if (records.length === 0) return single === null ? [] : [{ id: single, content: null }]
  return records.length === 1 && records[0]!.id === null && single !== null ? [{ ...records[0]!, id: single }] : records
}

/**
 * The id of a record's memory: `store/record`, or the record's own where the span names no store. An agent whose store is emend writes
 * emend's ids, which are looked for first.
 */
export function memoryKey(span: Span, record: string): string {
  const store = textOf(span, 'gen_ai.memory.store.id')
  return shortId(store === null ? record : `${store}/${record}`)
}

/** Another version of a record. */
export const versionKey = (key: string, content: string): string => `${key}@${digestOf(content).slice(0, 12)}`

/** An id that is short enough to be part of another; a long one is its digest. */
export const shortId = (id: string): string => (id.length <= longest ? id : digestOf(id).slice(0, 32))

/** SHA-256, in hex. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Operations on memories, as steps and versions of memories. */
import { memoryKey, recordsOf, shortId, versionKey } from './memory-records.js'
import { textOf, type Span } from './span.js'
import type { TraceRecord } from './trace-record.js'

/** The youngest version of a record. */
export interface CurrentMemory {
  id: string
  /** Null where it is out of the store, or held back. */
  content: string | null
  /** It was removed: what is written anew replaces nothing. */
  isGone?: boolean
}

/** Converts spans on memories. A record keeps its id in a store while its content changes; here every content is a memory of its own. */
export class MemoryConverter {
  /** As this trace leaves them; null = removed. */
  private readonly current = new Map<string, CurrentMemory | null>()

  /**
   * @param known youngest versions by key, as they are before this trace
   */
  constructor(private readonly record: TraceRecord, private readonly known: ReadonlyMap<string, CurrentMemory>, private readonly user: string | null) {}

  search(span: Span, turn: number): void {
    const { record } = this
    const id = record.idOf(span)
    if (record.has(id)) return
    const found = recordsOf(span).map(({ id: own, content }, index) => this.found(span, own, content, index)).filter((memory) => memory !== null)
    const text = textOf(span, 'gen_ai.memory.query.text')
    const scope = this.user === null ? {} : { scope: { user: this.user } }
    record.step({
      id, turn, type: 'memory_read', content: text ?? 'search_memory', used_ids: [...new Set(found)].slice(0, 1000), basis: 'observed',
      ...(text === null ? {} : { query: { text, k: found.length === 0 ? 5 : Math.min(found.length, 1000), ...scope } }),
    }, span)
  }

  /** A failed operation changed nothing. */
  write(span: Span, turn: number): void {
    const { record } = this
    if (span.isError || record.has(record.idOf(span))) return
    const records = recordsOf(span)
    if (records.every(({ content }) => content === null)) record.refuse(span, 'carries no records: have the instrumentation capture the content of memories')
    for (const [index, { id: own, content }] of records.entries()) {
      if (content === null) continue
      const key = own === null ? record.idOf(span, `:made.${index}`) : this.keyOf(span, own)
      const current = this.currentOf(key)
      if (current?.content === content) continue
      const version = versionKey(key, content)
      const memory = [key, version].find((id) => !record.has(id)) ?? `${version}.${span.id}`
      const old = current?.isGone === true ? undefined : current?.id
      record.step({
        id: record.idOf(span, index === 0 ? '' : `.${index}`), turn, type: old === undefined ? 'memory_write' : 'memory_update', content, generated_memory_ids: [memory],
        ...(old === undefined ? {} : { consumed_memory_ids: [old] }), ...record.evidence(span, turn),
      }, span)
      record.memory(memory, content, old)
      this.current.set(key, { id: memory, content })
    }
  }

  remove(span: Span, turn: number): void {
    const { record } = this
    if (span.isError || record.has(record.idOf(span))) return
    for (const [index, { id: own }] of recordsOf(span).entries()) {
      const key = own === null ? null : this.keyOf(span, own)
      const current = key === null ? null : this.currentOf(key)
      if (key === null || !current || current.isGone === true) continue // nothing is known of it that could be retired
      record.step({
        id: record.idOf(span, index === 0 ? '' : `.${index}`), turn, type: 'memory_delete', content: `delete ${key}`, consumed_memory_ids: [current.id], ...record.evidence(span, turn),
      }, span)
      this.current.set(key, null)
    }
  }

  /** The memory that a search returned. One that nobody was seen to write is of unknown provenance: imported, and no proof of anything. */
  private found(span: Span, own: string | null, content: string | null, index: number): string | null {
    const key = own === null ? this.record.idOf(span, `:record.${index}`) : this.keyOf(span, own)
    const current = this.currentOf(key)
    if (current && (content === null || current.content === null || current.content === content || isCutOff(content, current.content))) return current.id
    if (content === null) return null
    const id = current || this.record.has(key) ? versionKey(key, content) : key
    this.record.imported(id, content, span, index)
    if (!current) this.current.set(key, { id, content })
    return id
  }

  /** The key of a record: its own id where emend gave it, else that of its store. */
  private keyOf(span: Span, own: string): string {
    const plain = shortId(own)
    return this.currentOf(plain) ? plain : memoryKey(span, own)
  }

  private currentOf(key: string): CurrentMemory | null {
    return this.current.has(key) ? this.current.get(key) ?? null : this.known.get(key) ?? null
  }
}

/** Instrumentations cut long values off. */
const isCutOff = (shown: string, whole: string): boolean => shown.length >= 64 && whole.startsWith(shown.replace(/(?:\.\.\.|…)$/, ''))

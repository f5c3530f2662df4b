/** Looking at and rewriting recorded items; nothing here knows a database. */
import type { RecordItem } from '../../../index.js'

/** A recorded step. */
export type StepItem = Extract<RecordItem, { kind: 'step' }>
/** A recorded memory. */
export type MemoryItem = Extract<RecordItem, { kind: 'memory' }>

/** A session of a case by its number, from 0. */
export const sessionId = (session: number): string => `S${session + 1}`

/** Items up to the end of a turn; what was before all sessions where no turn is given. */
export function itemsUntil(items: readonly RecordItem[], at: { session: number; turn: number } | null): RecordItem[] {
  const isAfter = (item: RecordItem): boolean => item.kind !== 'memory'
    && (at === null || Number(item.session.slice(1)) > at.session + 1 || (item.session === sessionId(at.session) && item.turn > at.turn))
  const end = items.findIndex(isAfter)
  return end < 0 ? [...items] : items.slice(0, end)
}

/** Steps of one turn, in order. */
export function stepsOf(items: readonly RecordItem[], at: { session: number; turn: number }): StepItem[] {
  return items.filter((item): item is StepItem => item.kind === 'step' && item.session === sessionId(at.session) && item.turn === at.turn)
}

/**
 * The items with the status that each memory has after them: retired by what consumed it, unless that step failed.
 *
 * @param failed steps whose retirement has not taken place
 */
export function withStatuses(items: readonly RecordItem[], failed: ReadonlySet<string>): RecordItem[] {
  const retired = new Map<string, 'deleted' | 'superseded'>()
  for (const item of items) {
    if (item.kind !== 'step' || failed.has(item.id)) continue
    for (const id of item.consumed_memory_ids ?? []) retired.set(id, item.type === 'memory_delete' ? 'deleted' : 'superseded')
  }
  return items.map((item) => (item.kind === 'memory' ? { ...item, status: retired.get(item.id) ?? 'active' } : item))
}

/** The items with other ids in every place. */
export function withIds(items: readonly RecordItem[], rename: (id: string) => string): RecordItem[] {
  const all = (ids: readonly string[] | undefined): string[] => (ids ?? []).map(rename)
  return items.map((item): RecordItem => {
    const late = item.late ? { late: item.late.map((edge) => ({ ...edge, from: rename(edge.from) })) } : {}
    if (item.kind === 'input') return { ...item, ...late, id: rename(item.id) }
    if (item.kind === 'memory') return { ...item, ...late, id: rename(item.id), derived_from: all(item.derived_from), supersedes: all(item.supersedes) }
    return {
      ...item, ...late, id: rename(item.id), used_ids: all(item.used_ids),
      generated_memory_ids: all(item.generated_memory_ids), consumed_memory_ids: all(item.consumed_memory_ids),
      ...(item.justifications ? { justifications: item.justifications.map(all) } : {}),
    }
  })
}

/** Ids by kind and place, so that the same run has the same ids: inputs `u1`, memories `m1`, steps `s1`, calls `c1`. */
export function numberedIds(items: readonly RecordItem[]): { items: RecordItem[]; idOf(id: string): string } {
  const names = new Map<string, string>()
  const counts: Record<string, number> = {}
  const name = (letter: string, id: string): void => {
    if (!names.has(id)) names.set(id, `${letter}${counts[letter] = (counts[letter] ?? 0) + 1}`)
  }
  for (const item of items) name({ input: 'u', memory: 'm', step: 's' }[item.kind], item.id)
  for (const item of items) if (item.kind === 'step' && item.tool?.call_id !== undefined) name('c', item.tool.call_id)
  const idOf = (id: string): string => names.get(id) ?? id
  const renamed = withIds(items, idOf).map((item) => (item.kind === 'step' && item.tool?.call_id !== undefined
    ? { ...item, tool: { ...item.tool, call_id: idOf(item.tool.call_id) } } : item))
  return { items: renamed, idOf }
}

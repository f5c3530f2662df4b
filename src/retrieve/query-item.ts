/** What a read step records of its search, so that it can be executed again exactly. */
import type { RecordItem } from '../record/items.js'
import type { Ranked, Search, SearchHow } from './search-memories.js'

type QueryItem = NonNullable<Extract<RecordItem, { kind: 'step' }>['query']>

/** The query of a memory_read: text, filters, mode, scores in the order of the results, and what the ranking rested on. */
export function queryItem(asked: Pick<Search, 'text' | 'k' | 'scope'>, how: SearchHow, scores: readonly number[], considered: Ranked['considered']): QueryItem {
  const { text, k, scope = {} } = asked
  const filters = Object.fromEntries(Object.entries(scope).filter(([, value]) => value !== undefined))
  const { mode, embedding } = how
  return {
    text, k, scope: filters, mode, scores: [...scores], ...(embedding ?? {}),
    ...(considered.length > 0 || mode !== 'text' ? { considered: [...considered] } : {}),
  }
}

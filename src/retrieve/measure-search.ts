/** How long one search takes. */
import type { Db } from '../db/pool.js'
import { inTenant } from '../db/transaction.js'
import { searchMemories } from './search-memories.js'

/** A question, of one user. */
export interface SearchMeasure {
  text: string
  /** Results at most, 1 to 1000. */
  k: number
  user: string
}

/** What came out. */
export interface SearchOnceMeasured {
  /** Milliseconds of the query, round trip included; the transaction around it is not. */
  ms: number
  /** External ids, best first. */
  ids: string[]
}

/** Search once as an agent, and record nothing. */
export function measureSearch(db: Db, tenantId: number, { text, k, user }: SearchMeasure): Promise<SearchOnceMeasured> {
  return inTenant(db, { tenantId, role: 'agent' }, async (trx) => {
    const start = performance.now()
    const found = await searchMemories(trx, tenantId, { text, k, scope: { user } })
    return { ms: performance.now() - start, ids: found.map(({ id }) => id) }
  })
}

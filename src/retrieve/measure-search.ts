/** How long one search takes. */
import type { Db } from '../db/pool.js'
import { inTenant } from '../db/transaction.js'
import type { Embedder } from '../llm/embedder.js'
import type { SearchMode } from '../vocabulary.js'
import { chooseHow } from './choose-how.js'
import { searchMemories } from './search-memories.js'

/** A question, of one user. */
export interface SearchMeasure {
  text: string
  /** Results at most, 1 to 1000. */
  k: number
  user: string
  /** `text` when left out. */
  mode?: SearchMode
}

/** What came out. */
export interface SearchOnceMeasured {
  /** Milliseconds of the query, round trip included; the transaction around it and the placing of the question are not. */
  ms: number
  /** External ids, best first. */
  ids: string[]
}

/** Search once as an agent, and record nothing. */
export async function measureSearch(
  db: Db, tenantId: number, embedder: Embedder | null, { text, k, user, mode = 'text' }: SearchMeasure,
): Promise<SearchOnceMeasured> {
  const how = await chooseHow(embedder, text, mode)
  return inTenant(db, { tenantId, role: 'agent' }, async (trx) => {
    const start = performance.now()
    const found = await searchMemories(trx, tenantId, { text, k, scope: { user }, how })
    return { ms: performance.now() - start, ids: found.map(({ id }) => id) }
  })
}

/** An embedder that places texts where a test says, and a store whose memories it has placed. */
import { inTenant, type Role } from '../../src/db/transaction.js'
import type { Embedder } from '../../src/llm/embedder.js'
import type { RecordItem } from '../../src/record/items.js'
import { chooseHow } from '../../src/retrieve/choose-how.js'
import { searchMemories, type Search } from '../../src/retrieve/search-memories.js'
import type { SearchMode } from '../../src/vocabulary.js'
import { embedMemories } from '../../src/worker/embed-memories.js'
import type { TestDatabase } from '../database.js'
import { recorder } from '../record/recorder.js'

/** Places a text by the words of the table that it has, summed up; a text with none of them lies apart from all. */
export function tableEmbedder(table: Record<string, number[]>, name = 'table'): Embedder & { asked: string[] } {
  const size = Object.values(table)[0]?.length ?? 1
  const asked: string[] = []
  return {
    name, asked,
    embed(texts) {
      asked.push(...texts)
      return Promise.resolve(texts.map((text) => {
        const sum = new Array<number>(size + 1).fill(0)
        const known = Object.entries(table).filter(([word]) => text.toLowerCase().includes(word))
        for (const [, place] of known) place.forEach((number, at) => { sum[at] = (sum[at] ?? 0) + number })
        if (known.length === 0) sum[size] = 1
        return sum
      }))
    },
  }
}

/** A tenant with these memories, and searches in it. `embed` places what is not placed yet. */
export async function placedStore(database: TestDatabase, embedder: Embedder, items: RecordItem[]) {
  const tenant = await recorder(database)
  await tenant.importItems(items)
  const find = async (text: string, mode: SearchMode, more: Partial<Search> = {}, role: Role = 'agent') => {
    const how = await chooseHow(embedder, text, mode)
    return inTenant(database.db, { tenantId: tenant.tenantId, role }, (trx) => searchMemories(trx, tenant.tenantId, { text, k: 5, how, ...more }))
  }
  return {
    ...tenant,
    find: async (...asked: Parameters<typeof find>) => (await find(...asked)).map(({ id }) => id),
    scores: find,
    async embed() {
      while (await embedMemories(database.db, tenant.tenantId, embedder)) { /* until all are placed */ }
    },
  }
}

/** What a worker does for searches by vector: place the memories that are not placed yet. */
import { sql } from 'kysely'
import type { Db } from '../db/pool.js'
import { inTenant } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import type { Embedder } from '../llm/embedder.js'

/** Memories that are placed by one job, in one call of the endpoint. */
const batch = 64

interface Placed {
  id: number
  embedding?: number[]
  /** Why the endpoint takes this text never. */
  failure?: string
}

/**
 * Place one batch of memories. No transaction is open while the endpoint works; what went meanwhile is passed over.
 *
 * A text that the endpoint refuses for good, while it takes others, is noted and not sent again, and delays no other. Any other failure is
 * the job's, which the queue tries again, and then the sweeper: until then these memories are found by their words.
 *
 * @returns whether there is more to do
 * @throws EmendError `model_failed`, `model_reply`
 */
export async function embedMemories(db: Db, tenantId: number, embedder: Embedder): Promise<boolean> {
  const { rows } = await inTenant(db, { tenantId, role: 'worker' }, (trx) => sql<{ memory_id: number; content: string }>`
    select * from emend.take_unembedded(${tenantId}::integer, ${embedder.name}, ${batch})`.execute(trx))
  const texts = rows.map((row) => ({ id: Number(row.memory_id), content: row.content }))
  const blank = texts.filter(({ content }) => content.trim() === '')
  const placed = [...blank.map(({ id }): Placed => ({ id, failure: 'blank' })), ...await place(embedder, texts.filter((text) => !blank.includes(text)))]
  await inTenant(db, { tenantId, role: 'worker' }, (trx) => sql`
    select emend.set_embeddings(${tenantId}::integer, ${embedder.name}, ${JSON.stringify(placed)}::jsonb)`.execute(trx))
  return rows.length === batch
}

/** Where one text of several is refused, each half is tried alone. */
async function place(embedder: Embedder, texts: { id: number; content: string }[], isFirst = true): Promise<Placed[]> {
  if (texts.length === 0) return []
  try {
    const embeddings = await embedder.embed(texts.map(({ content }) => content))
    return texts.map(({ id }, index) => ({ id, embedding: embeddings[index] ?? [] }))
  } catch (error) {
    const status = error instanceof EmendError && error.code === 'model_failed' ? error.where['status'] : null
    if (status !== 400 && status !== 413 && status !== 422) throw error
    if (isFirst) await embedder.embed(['text']) // where it refuses this too, it is not for the texts
    const [only] = texts
    if (texts.length === 1 && only) return [{ id: only.id, failure: `status ${status}` }]
    const half = Math.ceil(texts.length / 2)
    return [...await place(embedder, texts.slice(0, half), false), ...await place(embedder, texts.slice(half), false)]
  }
}

/** Who cited a memory. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { EdgeLabel, NodeKind } from '../vocabulary.js'
import { readMemory } from './memory-view.js'

/** A node that depends on a memory. */
export interface Citation {
  id: string
  kind: NodeKind
  /** Why it depends on the memory. */
  labels: EdgeLabel[]
  sessionId: string | null
  turn: number | null
  agentId: string | null
  /** Of a step; null for a memory. */
  validity: 'valid' | 'withheld' | 'invalid' | null
  recordedAt: Date
}

/**
 * Read what depends on a memory in one step: reads that found it, steps that cite or retire it, memories that are made from it. In the
 * order of the clock.
 *
 * @throws EmendError `not_found`
 */
export async function readUsage(trx: Trx, tenantId: number, id: string, page: { limit: number; after?: string | undefined }): Promise<Citation[]> {
  await readMemory(trx, tenantId, id)
  const { rows } = await sql<Citation>`select * from emend.memory_usage(${tenantId}::integer, ${id}, ${page.after ?? null}, ${page.limit}::integer)`.execute(trx)
  return rows
}

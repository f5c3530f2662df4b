/** A memory as people and programs see it, whatever became of it. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import type { MemorySource, MemoryStatus } from '../vocabulary.js'

/** A memory version. */
export interface Memory {
  id: string
  /** Null where it is out of the store: withdrawn text travels no further. `history` and auditors have it. */
  content: string | null
  status: MemoryStatus
  /** A fault or a repair under way holds it back. */
  isWithheld: boolean
  /** Retrieval can find it: active and not withheld. */
  isReadable: boolean
  /** Why it is not readable, in words; null where it is. */
  reason: string | null
  source: MemorySource
  userId: string | null
  agentId: string | null
  sessionId: string | null
  /** The step that made it; null for a root memory. */
  producingStepId: string | null
  derivedFrom: string[]
  supersedes: string[]
  /** Memories that stand for it now: what superseded it, and what a repair made in its place. */
  replacedBy: string[]
  /** Wall time of recording and of the last change of its status. */
  recordedAt: Date
  changedAt: Date
}

/** Which memories to read. */
export interface MemoryFilter {
  ids?: readonly string[]
  userId?: string
  agentId?: string
  sessionId?: string
  /** Any status when left out. */
  statuses?: readonly MemoryStatus[]
  onlyReadable?: boolean
  /** Younger than the memory of this id. */
  after?: string
  limit: number
}

/**
 * Read memories, oldest first.
 *
 * @throws EmendError `not_found` when `after` names none
 */
export async function readMemories(trx: Trx, tenantId: number, filter: MemoryFilter): Promise<Memory[]> {
  const { rows } = await sql<Memory>`
    select * from emend.memory_views(${tenantId}::integer, ${filter.ids ?? null}::text[], ${filter.userId ?? null}, ${filter.agentId ?? null},
      ${filter.sessionId ?? null}, ${filter.statuses ?? null}::text[], ${filter.onlyReadable ?? false}, ${filter.after ?? null}, ${filter.limit}::integer)`.execute(trx)
  return rows.map((row) => ({ ...row, content: isOpen(row) ? row.content : null, isReadable: row.status === 'active' && !row.isWithheld }))
}

/** Ids of memories that begin so. Looks at every memory of the user or tenant, at its id alone. */
export async function idsWithPrefix(trx: Trx, tenantId: number, prefix: string, userId?: string): Promise<string[]> {
  const rows = await trx.selectFrom('node').select('external_id').where('tenant_id', '=', tenantId).where('kind', '=', 'memory')
    .where(sql<boolean>`starts_with(external_id, ${prefix})`).$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? null)).execute()
  return rows.map((row) => row.external_id)
}

/** @throws EmendError `not_found` */
export async function readMemory(trx: Trx, tenantId: number, id: string): Promise<Memory> {
  const [memory] = await readMemories(trx, tenantId, { ids: [id], limit: 1 })
  if (!memory) throw new EmendError('not_found', `there is no memory ${JSON.stringify(id)} in this tenant`, { id })
  return memory
}

const isOpen = (memory: Memory) => !memory.isWithheld && (memory.status === 'active' || memory.status === 'superseded')

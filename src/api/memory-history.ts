/** Where a memory came from, and what happened to it. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { MemoryStatus, NodeKind } from '../vocabulary.js'
import { readMemory } from './memory-view.js'

/** One thing that happened to a version of a memory. */
export interface MemoryChange {
  memoryId: string
  /** `recorded`, then the verbs of the journal: `set_status`, `withhold`, `release`. */
  action: string
  from: string | null
  to: string | null
  /** Who: a role, a worker, a person. */
  actor: string | null
  rule: string | null
  reason: string | null
  repairId: number | null
  faultId: number | null
  at: Date
}

/** A relation of a memory to another node. */
export interface Relation {
  relation: 'derived_from' | 'supersedes' | 'produced_by' | 'replaces'
  id: string
  kind: NodeKind
  /** Of a memory. */
  status: MemoryStatus | null
  /** A standing fault names it. */
  isFaulty: boolean
}

/** What a memory was made from, and what was made from it. */
export interface Lineage {
  sources: Relation[]
  descendants: Relation[]
}

/** @throws EmendError `not_found` */
export async function readHistory(trx: Trx, tenantId: number, id: string): Promise<MemoryChange[]> {
  await readMemory(trx, tenantId, id)
  const { rows } = await sql<MemoryChange>`select * from emend.memory_history(${tenantId}::integer, ${id})`.execute(trx)
  return rows
}

/** @throws EmendError `not_found` */
export async function readLineage(trx: Trx, tenantId: number, id: string): Promise<Lineage> {
  await readMemory(trx, tenantId, id)
  const { rows: sources } = await sql<Relation>`
    select relation, source as id, source_kind as kind, source_status as status, is_source_faulty as "isFaulty"
      from emend.memory_lineage where tenant_id = ${tenantId} and memory = ${id} order by relation, source`.execute(trx)
  const { rows: descendants } = await sql<Relation>`select * from emend.memory_descendants(${tenantId}::integer, ${id})`.execute(trx)
  return { sources, descendants }
}

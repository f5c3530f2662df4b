/** A deleted fact does not come back: not by extraction again, not by consolidation, not by import (method, section 8). */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import { factKeys } from '../facts/fact-keys.js'
import type { Fact } from '../vocabulary.js'

/** A memory that says again what a fault buried. */
export interface Resurrected {
  memoryId: number
  faultId: number | null
  repairId: number | null
  /** The memory that was deleted. */
  buriedId: number
}

/**
 * Find which of these memories say again what a standing tombstone buried, in other words too: one of their bound facts is one
 * of the buried memory's. Not meant are replacements that a repair made, facts that a replacement of the buried memory keeps
 * or that a readable memory it was made from states, and what the owner has said anew since.
 *
 * @param memoryIds internal ids; those that are not readable are skipped
 * @returns one entry a memory, in the order of `memoryIds`; empty in a tenant without tombstones
 */
export async function findResurrected(trx: Trx, tenantId: number, memoryIds: readonly number[]): Promise<Resurrected[]> {
  if (memoryIds.length === 0 || !(await indexTombstones(trx, tenantId))) return []
  const memories = await trx
    .selectFrom('memory')
    .innerJoin('memory_state', (join) => join
      .onRef('memory_state.tenant_id', '=', 'memory.tenant_id').onRef('memory_state.memory_id', '=', 'memory.memory_id'))
    .innerJoin('node', (join) => join.onRef('node.tenant_id', '=', 'memory.tenant_id').onRef('node.node_id', '=', 'memory.memory_id'))
    .select(['memory.memory_id', 'memory.content', 'memory.facts', 'memory.derived_from', 'memory.producing_step_id', 'node.user_id'])
    .where('memory.tenant_id', '=', tenantId).where('memory.memory_id', '=', sql<number>`any(${memoryIds}::bigint[])`)
    .where('memory_state.status', '=', 'active').where('memory_state.is_withheld', '=', false)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('replacement').select('new_node_id')
      .whereRef('replacement.tenant_id', '=', 'memory.tenant_id').whereRef('replacement.new_node_id', '=', 'memory.memory_id'))))
    .orderBy('memory.memory_id').execute()
  const found: Resurrected[] = []
  for (const memory of memories) {
    const keys = new Map(factKeys(memory.content, memory.facts as Fact[] | null).map((key) => [digestOf(key).toString('hex'), key]))
    if (keys.size === 0) continue
    const { rows } = await sql<Match>`
      select * from emend.buried_matches(${tenantId}, ${memory.user_id}, ${memory.memory_id}, ${[...keys.keys()].map(asBytes)}::bytea[])`.execute(trx)
    for (const match of rows) {
      const shared = match.digests.map((digest) => keys.get(digest.toString('hex')) ?? '')
      const known = new Set(await knownKeys(trx, tenantId, match.memory_id, memory))
      const again = shared.filter((key) => !known.has(key))
      if (again.length === 0 || (await isSaidAnew(trx, tenantId, memory.memory_id, match.buried_t, again))) continue
      found.push({ memoryId: memory.memory_id, faultId: match.fault_id, repairId: match.repair_id, buriedId: match.memory_id })
      break
    }
  }
  return found
}

/**
 * Quarantine those of these memories that say again what a fault buried; the journal names the fault.
 *
 * @returns what was quarantined
 */
export async function quarantineResurrected(trx: Trx, tenantId: number, memoryIds: readonly number[]): Promise<Resurrected[]> {
  const found = await findResurrected(trx, tenantId, memoryIds)
  for (const { memoryId, faultId, repairId } of found) {
    await sql`select emend.set_memory_status(${tenantId}, ${[memoryId]}::bigint[], 'quarantined', ${repairId}::bigint, ${faultId}::bigint,
      null, ${`says again what fault ${faultId ?? '?'} buried`}, null, 'emend')`.execute(trx)
    await trx.insertInto('event').values({ tenant_id: tenantId, type: 'memory:resurrected', node_id: memoryId, repair_id: repairId, fault_id: faultId }).execute()
  }
  return found
}

interface Match {
  memory_id: number
  fault_id: number | null
  repair_id: number | null
  buried_t: number
  digests: Buffer[]
}

const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest()
const asBytes = (hex: string): string => `\\x${hex}`

/** Extract the facts of tombstones that have none yet. @returns false when the tenant has no standing tombstone */
async function indexTombstones(trx: Trx, tenantId: number): Promise<boolean> {
  const standing = await trx.selectFrom('tombstone').select('tombstone_id').where('tenant_id', '=', tenantId).where('lifted_at', 'is', null).limit(1).executeTakeFirst()
  if (!standing) return false
  const bare = await trx
    .selectFrom('tombstone')
    .innerJoin('memory', (join) => join.onRef('memory.tenant_id', '=', 'tombstone.tenant_id').onRef('memory.memory_id', '=', 'tombstone.memory_id'))
    .select(['tombstone.tombstone_id', 'memory.content', 'memory.facts'])
    .where('tombstone.tenant_id', '=', tenantId).where('tombstone.lifted_at', 'is', null).where('tombstone.fact_digests', 'is', null).execute()
  for (const { tombstone_id, content, facts } of bare) {
    const digests = factKeys(content, facts as Fact[] | null).map((key) => asBytes(digestOf(key).toString('hex')))
    await sql`update emend.tombstone set fact_digests = ${digests}::bytea[]
      where tenant_id = ${tenantId} and tombstone_id = ${tombstone_id}`.execute(trx)
  }
  return true
}

/** Facts that stay true: a replacement of the buried memory keeps them, or a readable memory behind the new one states them. */
async function knownKeys(
  trx: Trx, tenantId: number, buriedId: number, memory: { memory_id: number; derived_from: number[]; producing_step_id: number | null },
): Promise<string[]> {
  const producer = memory.producing_step_id === null ? undefined : await trx.selectFrom('step').select('used_ids')
    .where('tenant_id', '=', tenantId).where('step_id', '=', memory.producing_step_id).executeTakeFirst()
  const cited = [...memory.derived_from, ...(producer?.used_ids ?? [])]
  const rows = await trx
    .selectFrom('memory')
    .innerJoin('memory_state', (join) => join
      .onRef('memory_state.tenant_id', '=', 'memory.tenant_id').onRef('memory_state.memory_id', '=', 'memory.memory_id'))
    .select(['memory.content', 'memory.facts'])
    .where('memory.tenant_id', '=', tenantId).where('memory_state.status', '=', 'active').where('memory_state.is_withheld', '=', false)
    .where((eb) => eb.or([
      eb('memory.memory_id', '=', sql<number>`any(${cited}::bigint[])`),
      eb('memory.memory_id', 'in', eb.selectFrom('replacement').select('new_node_id')
        .where('replacement.tenant_id', '=', tenantId).where('replacement.old_node_id', '=', buriedId)),
    ]))
    .where('memory.memory_id', '<>', memory.memory_id).execute()
  return rows.flatMap((row) => factKeys(row.content, row.facts as Fact[] | null))
}

/** Whether the owner has said it since: an input younger than the burial stands behind the memory and names what it says. */
async function isSaidAnew(trx: Trx, tenantId: number, memoryId: number, buriedAt: number, keys: string[]): Promise<boolean> {
  const { rows } = await sql<{ content: string }>`
    select content from emend.fresh_inputs(${tenantId}, ${memoryId}, ${buriedAt}) as content`.execute(trx)
  const said = new Set(rows.flatMap((row) => factKeys(row.content)).flatMap(partsOf))
  return keys.some((key) => partsOf(key).some((part) => said.has(part)))
}

/** What one bound fact consists of, without its polarity. */
const partsOf = (key: string): string[] => key.slice(1).split('|')

/** A deleted fact does not come back: not by extraction again, not by consolidation, not by import (method, section 8). */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import { factKeys } from '../facts/fact-keys.js'
import { searchMemories } from '../retrieve/search-memories.js'
import type { Fact } from '../vocabulary.js'
import { readKeys, saysAgain, type Said } from './says-again.js'

/** A memory that says again what a fault buried. */
export interface Resurrected {
  memoryId: number
  faultId: number | null
  repairId: number | null
  /** The memory that was deleted. */
  buriedId: number
}

/**
 * Find which of these memories say again what a standing tombstone buried, in other words too: a whole bound fact of the buried
 * memory, or, from the same evidence as that, just what was wrong in one. Not meant are what repairs wrote in its place, facts
 * that stand, and what the owner has said anew since.
 *
 * @param memoryIds internal ids; those that are not readable are skipped
 * @returns at most one entry a memory, in clock order; empty in a tenant without tombstones
 */
export async function findResurrected(trx: Trx, tenantId: number, memoryIds: readonly number[]): Promise<Resurrected[]> {
  if (memoryIds.length === 0) return []
  const graves = await readGraves(trx, tenantId)
  if (graves.length === 0) return []
  const found: Resurrected[] = []
  for (const memory of await readFresh(trx, tenantId, memoryIds)) {
    const near = graves.filter((grave) => grave.buriedAt < memory.id && sharesPart(memory.said, grave.said)
      && (grave.owner === null || memory.owner === null || grave.owner === memory.owner))
    const kin = await sharingEvidence(trx, tenantId, memory.id, near.map((grave) => grave.memoryId))
    for (const grave of near) {
      const isKin = kin.has(grave.memoryId)
      if (!isKin && saysAgain(memory.said, grave.said, []) !== 'facts') continue
      const standing = await readStanding(trx, tenantId, grave, memory.id, memory.cited)
      if (memory.retires.includes(grave.memoryId)) standing.push(...await readEvidence(trx, tenantId, memory.cited))
      const again = saysAgain(memory.said, grave.said, standing)
      if (again === null || (again === 'words' && !isKin) || (await isSaidAnew(trx, tenantId, memory.id, grave))) continue
      found.push({ memoryId: memory.id, faultId: grave.faultId, repairId: grave.repairId, buriedId: grave.memoryId })
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

interface Grave {
  memoryId: number
  faultId: number | null
  repairId: number | null
  owner: string | null
  buriedAt: number
  content: string
  said: Said[]
}

/** Standing tombstones whose text has not been erased, oldest first. Extraction is remembered by text, so that this stays cheap. */
async function readGraves(trx: Trx, tenantId: number): Promise<Grave[]> {
  const rows = await trx
    .selectFrom('tombstone')
    .innerJoin('memory', (join) => join.onRef('memory.tenant_id', '=', 'tombstone.tenant_id').onRef('memory.memory_id', '=', 'tombstone.memory_id'))
    .select(['tombstone.memory_id', 'tombstone.fault_id', 'tombstone.repair_id', 'tombstone.user_id', 'tombstone.buried_t', 'memory.content', 'memory.facts'])
    .where('tombstone.tenant_id', '=', tenantId).where('tombstone.lifted_at', 'is', null).where('memory.content', '<>', '').orderBy('tombstone.tombstone_id').execute()
  return rows.map((row) => ({
    memoryId: row.memory_id, faultId: row.fault_id, repairId: row.repair_id, owner: row.user_id, buriedAt: row.buried_t, content: row.content,
    said: statedBy(row.content, row.facts),
  }))
}

interface FreshMemory {
  id: number
  owner: string | null
  said: Said[]
  /** Memories that it was made from, and other evidence. */
  cited: number[]
  /** Memories that the step that a repair took again to make it had failed to retire. */
  retires: number[]
}

/** Readable ones of these memories that no repair wrote in the place of another, in clock order. */
async function readFresh(trx: Trx, tenantId: number, memoryIds: readonly number[]): Promise<FreshMemory[]> {
  const rows = await trx
    .selectFrom('memory')
    .innerJoin('memory_state', (join) => join
      .onRef('memory_state.tenant_id', '=', 'memory.tenant_id').onRef('memory_state.memory_id', '=', 'memory.memory_id'))
    .innerJoin('node', (join) => join.onRef('node.tenant_id', '=', 'memory.tenant_id').onRef('node.node_id', '=', 'memory.memory_id'))
    .leftJoin('step', (join) => join.onRef('step.tenant_id', '=', 'memory.tenant_id').onRef('step.step_id', '=', 'memory.producing_step_id'))
    .select(['memory.memory_id', 'memory.content', 'memory.facts', 'memory.derived_from', 'step.used_ids', 'node.user_id'])
    .where('memory.tenant_id', '=', tenantId).where('memory.memory_id', '=', sql<number>`any(${memoryIds}::bigint[])`)
    .where('memory_state.status', '=', 'active').where('memory_state.is_withheld', '=', false)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('replacement').select('new_node_id')
      .whereRef('replacement.tenant_id', '=', 'memory.tenant_id').whereRef('replacement.new_node_id', '=', 'memory.memory_id'))))
    .orderBy('memory.memory_id').execute()
  const retired = await trx
    .selectFrom('memory')
    .innerJoin('replacement', (join) => join.onRef('replacement.tenant_id', '=', 'memory.tenant_id').onRef('replacement.new_node_id', '=', 'memory.producing_step_id'))
    .innerJoin('step', (join) => join.onRef('step.tenant_id', '=', 'replacement.tenant_id').onRef('step.step_id', '=', 'replacement.old_node_id'))
    .select(['memory.memory_id', 'step.consumed_ids'])
    .where('memory.tenant_id', '=', tenantId).where('memory.memory_id', '=', sql<number>`any(${memoryIds}::bigint[])`).execute()
  return rows.map((row) => ({
    id: row.memory_id, owner: row.user_id, said: statedBy(row.content, row.facts), cited: [...row.derived_from, ...(row.used_ids ?? [])],
    retires: retired.flatMap((one) => (one.memory_id === row.memory_id ? one.consumed_ids : [])),
  }))
}

/** What stays true: readable replacements of the buried memory, memories on the same matter, and memories that the new one was made from. */
async function readStanding(trx: Trx, tenantId: number, grave: Grave, except: number, cited: readonly number[]): Promise<Said[]> {
  const related = await searchMemories(trx, tenantId, { text: grave.content, k: 5, ...(grave.owner === null ? {} : { scope: { user: grave.owner } }) })
  const ids = [...cited, ...related.map((memory) => memory.memoryId)]
  const rows = await trx
    .selectFrom('memory')
    .innerJoin('memory_state', (join) => join
      .onRef('memory_state.tenant_id', '=', 'memory.tenant_id').onRef('memory_state.memory_id', '=', 'memory.memory_id'))
    .select(['memory.content', 'memory.facts'])
    .where('memory.tenant_id', '=', tenantId).where('memory_state.status', '=', 'active').where('memory_state.is_withheld', '=', false)
    .where((eb) => eb.or([
      eb.and([eb('memory.memory_id', '=', sql<number>`any(${ids}::bigint[])`), eb('memory.memory_id', '<', except)]),
      eb('memory.memory_id', 'in', eb.selectFrom('replacement').select('new_node_id')
        .where('replacement.tenant_id', '=', tenantId).where('replacement.old_node_id', '=', grave.memoryId)),
    ])).execute()
  return rows.flatMap((row) => statedBy(row.content, row.facts))
}

/**
 * What inputs and steps say that a retirement rests on. What is stale was true once: most of it still is, and a retirement that is
 * made good says so again.
 */
async function readEvidence(trx: Trx, tenantId: number, ids: readonly number[]): Promise<Said[]> {
  const steps = await trx.selectFrom('step').select(['content', 'facts']).where('tenant_id', '=', tenantId).where('step_id', '=', sql<number>`any(${ids}::bigint[])`).execute()
  const inputs = await trx.selectFrom('input').select('content').where('tenant_id', '=', tenantId).where('input_id', '=', sql<number>`any(${ids}::bigint[])`).execute()
  return [...steps.flatMap((row) => statedBy(row.content, row.facts)), ...inputs.flatMap((row) => statedBy(row.content, null))]
}

/** Whether the owner has said it since: an input younger than the burial stands behind the memory and names what was buried. */
async function isSaidAnew(trx: Trx, tenantId: number, memoryId: number, grave: Grave): Promise<boolean> {
  const { rows } = await sql<{ content: string }>`
    select content from emend.fresh_inputs(${tenantId}, ${memoryId}, ${grave.buriedAt}) as content`.execute(trx)
  return sharesPart(rows.flatMap((row) => statedBy(row.content, null)), grave.said)
}

/** Those of these memories that go back to something that the one goes back to. */
async function sharingEvidence(trx: Trx, tenantId: number, one: number, others: readonly number[]): Promise<ReadonlySet<number>> {
  if (others.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${others}::bigint[]) as id where emend.shares_evidence(${tenantId}, ${one}, id)`.execute(trx)
  return new Set(rows.map((row) => row.id))
}

const statedBy = (content: string, facts: unknown): Said[] => readKeys(factKeys(content, facts as Fact[] | null))

const sharesPart = (some: readonly Said[], others: readonly Said[]): boolean => {
  const parts = new Set(others.flatMap((other) => [...other.parts]))
  return some.some((said) => [...said.parts].some((part) => parts.has(part)))
}

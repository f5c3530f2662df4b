/** What each detector finds in a tenant. */
import { sql } from 'kysely'
import type { Trx } from '../db/transaction.js'
import type { DetectorName } from '../vocabulary.js'
import { findContradictions, type Remembered } from './contradictions.js'
import { findDrift, type Source } from './drift.js'
import type { Finding } from './finding.js'

const find: Readonly<Record<DetectorName, (trx: Trx, tenantId: number) => Promise<Finding[]>>> = {
  failed_retirement: (trx, tenantId) => bySql(trx, sql`emend.detect_failed_retirement(${tenantId})`),
  wrong_user: (trx, tenantId) => bySql(trx, sql`emend.detect_wrong_user(${tenantId})`),
  resurrection: (trx, tenantId) => bySql(trx, sql`emend.detect_resurrection(${tenantId})`),
  contradiction,
  drift,
}

/** Find what a detector takes for faulty, whether or not it was reported before; oldest memory first. Writes nothing. */
export function findFindings(trx: Trx, tenantId: number, detector: DetectorName): Promise<Finding[]> {
  return find[detector](trx, tenantId)
}

async function bySql(trx: Trx, from: ReturnType<typeof sql>): Promise<Finding[]> {
  const { rows } = await sql<Finding>`select memory_id as "memoryId", evidence, confidence from ${from}`.execute(trx)
  return rows
}

async function contradiction(trx: Trx, tenantId: number): Promise<Finding[]> {
  const { rows } = await sql<Remembered & { owner: string | null; name: string }>`
    select memory_id as id, name, owner, content, is_grounded as "isGrounded" from emend.readable_statements(${tenantId})`.execute(trx)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const owners = new Map<string | null, Remembered[]>()
  for (const row of rows) {
    const own = owners.get(row.owner)
    if (own) own.push(row)
    else owners.set(row.owner, [row])
  }
  return [...owners.values()].flatMap(findContradictions).map(({ memoryId, againstId, value, against, isGrounded }) => ({
    memoryId,
    evidence: `it says ${value} where ${isGrounded ? 'the younger memory' : 'memory'} ${names.get(againstId) ?? ''}${isGrounded ? '' : ', which rests on what was recorded,'} says ${against}`,
    confidence: isGrounded ? 0.7 : 0.8,
  })).sort((one, other) => one.memoryId - other.memoryId)
}

async function drift(trx: Trx, tenantId: number): Promise<Finding[]> {
  const { rows } = await sql<{ memoryId: number; content: string; isSummary: boolean; sources: Source[] }>`
    select memory_id as "memoryId", content, is_summary as "isSummary", sources from emend.made_statements(${tenantId})`.execute(trx)
  return rows.flatMap(({ memoryId, content, isSummary, sources }) => {
    const found = findDrift(content, sources, isSummary)
    if (!found) return []
    const { value, instead } = found
    return [{
      memoryId, confidence: instead ? 0.9 : 0.7,
      evidence: instead ? `it says ${value}, which nothing that it was made from says; ${instead.source} says ${instead.value}` : `it says ${value}, which nothing that it was made from says`,
    }]
  })
}

/** Give open faults to repairs: faults that reach the same nodes are repaired together. */
import { sql } from 'kysely'
import { failpoint } from '../db/failpoints.js'
import type { Db } from '../db/pool.js'
import { inTenant, type Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import { faultSeeds } from '../trace/fault-seeds.js'
import type { PolicyName } from '../vocabulary.js'
import { DisjointSets } from './disjoint-sets.js'

/** Most nodes that may be looked at; beyond it faults get a repair each, and planning says what is wrong. */
interface Limits {
  db: Db
  limits: { maxAffected: number; approveAbove?: number }
}

interface OpenFault {
  faultId: number
  policy: PolicyName
  /** The unplanned repair that has it already; null for a new fault. */
  repairId: number | null
}

/**
 * Group the open faults of a tenant by connected affected sets and policy, one repair a group. A new fault that overlaps a
 * repair without a plan joins it. What was recorded on withdrawn evidence since is taken into the repair that withdrew it. Everything happens in one transaction under the lock of the tenant.
 *
 * @returns the repairs that got faults, in order; empty when no fault was open
 */
export async function openRepairs(deps: Limits, tenantId: number): Promise<number[]> {
  const open = (apart: boolean) => inTenant(deps.db, { tenantId, role: 'worker' }, async (trx) => {
    await sql`select emend.lock_tenant(${tenantId})`.execute(trx)
    await sql`select emend.settle_late(${tenantId}, ${deps.limits.approveAbove ?? null})`.execute(trx)
    const faults = await readFaults(trx, tenantId)
    const fresh = faults.filter((fault) => fault.repairId === null)
    if (fresh.length === 0) return []
    failpoint('B0')
    const groupOf = apart || faults.length === 1 ? keepApart(faults) : await connect(trx, tenantId, faults, deps.limits.maxAffected)
    const joined = new Map<number, number>()
    for (const { faultId, repairId } of faults) {
      const group = groupOf(faultId)
      if (repairId !== null) joined.set(group, Math.min(repairId, joined.get(group) ?? repairId))
    }
    const groups = fresh.map(({ faultId }) => groupOf(faultId))
    const { rows } = await sql<{ repair_id: number }>`
      select repair_id from emend.group_faults(${tenantId}, ${fresh.map((fault) => fault.faultId)}::bigint[], ${groups}::bigint[],
        ${groups.map((group) => joined.get(group) ?? null)}::bigint[], ${fresh.map((fault) => fault.policy)}::text[]) as repair_id`.execute(trx)
    return rows.map((row) => row.repair_id)
  })
  try {
    return await open(false)
  } catch (error) {
    if (error instanceof EmendError && error.code === 'affected_too_large') return open(true)
    throw error
  }
}

/** New faults, and those of repairs that have no plan yet. */
async function readFaults(trx: Trx, tenantId: number): Promise<OpenFault[]> {
  const tenant = await trx.selectFrom('tenant').select('policy').where('tenant_id', '=', tenantId).executeTakeFirstOrThrow()
  const rows = await trx
    .selectFrom('fault')
    .leftJoin('repair', (join) => join.onRef('repair.tenant_id', '=', 'fault.tenant_id').onRef('repair.repair_id', '=', 'fault.repair_id'))
    .select(['fault.fault_id', 'fault.policy', 'repair.policy as repair_policy', 'fault.repair_id'])
    .where('fault.tenant_id', '=', tenantId)
    .where((eb) => eb.or([
      eb('fault.state', '=', 'open'),
      eb.and([eb('fault.state', '=', 'claimed'), eb('repair.state', '=', 'open')]),
    ]))
    .orderBy('fault.fault_id')
    .execute()
  return rows.map((row) => ({
    faultId: row.fault_id,
    policy: (row.repair_policy ?? row.policy ?? tenant.policy) === 'paper' ? 'paper' : 'facts',
    repairId: row.repair_id,
  }))
}

/** Every fault in a group of its own. */
function keepApart(_faults: OpenFault[]): (faultId: number) => number {
  return (faultId) => faultId
}

/** Faults of one policy whose affected sets overlap are in one group; a group is named by its first fault. */
async function connect(trx: Trx, tenantId: number, faults: OpenFault[], cap: number): Promise<(faultId: number) => number> {
  const first = new Map<string, number>()
  const groups = new Map<number, number>()
  for (const policy of ['facts', 'paper'] as const) {
    const ids = faults.filter((fault) => fault.policy === policy).map((fault) => fault.faultId)
    if (ids.length === 0) continue
    const seeds = await faultSeeds(trx, tenantId, ids)
    const roots = seeds.flatMap((seed) => [seed.seedId, seed.memoryId])
    const from = seeds.flatMap((seed) => [seed.seedId, seed.seedId])
    const sets = new DisjointSets()
    for (const seed of seeds) sets.join(seed.seedId, seed.memoryId)
    if (ids.length > 1) {
      const { rows } = await sql<{ source_id: number; target_id: number }>`
        select source_id, target_id
          from emend.affected_edges(${tenantId}, ${roots}::bigint[], ${from}::bigint[], ${policy}, ${cap})`.execute(trx)
      for (const edge of rows) sets.join(edge.source_id, edge.target_id)
    }
    for (const seed of seeds) {
      const key = `${policy} ${sets.find(seed.memoryId)}`
      if (!first.has(key)) first.set(key, seed.faultId)
      groups.set(seed.faultId, first.get(key) ?? seed.faultId)
    }
  }
  return (faultId) => groups.get(faultId) ?? faultId
}

/** Repairs whose plan somebody else made. */
import { sql } from 'kysely'
import type { Db } from '../db/pool.js'
import { inTenant, type Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import type { GivenNode, GivenPlan } from '../plan/given-plan.js'

/** The plan in the options of a repair; null where the planner makes one. */
export const givenPlanOf = (options: unknown): GivenPlan | null => (options as { given?: GivenPlan } | null)?.given ?? null

/** The nodes that a plan names and that exist, actions with their observations; in no particular order. */
export async function loadGivenNodes(trx: Trx, tenantId: number, given: GivenPlan): Promise<GivenNode[]> {
  const ids = [...new Set([...given.delete, ...given.quarantine, ...given.reopen, ...given.replay, ...given.preserve, ...given.suspicious, given.failedAnswer])]
  const nodes = await trx.selectFrom('node').select(['node_id', 'external_id', 'kind'])
    .where('tenant_id', '=', tenantId).where('external_id', '=', sql<string>`any(${ids}::text[])`).execute()
  const actions = nodes.filter(({ kind }) => kind === 'tool_action').map(({ node_id }) => node_id)
  const observations = await trx.selectFrom('edge').innerJoin('node', (join) => join
    .onRef('node.tenant_id', '=', 'edge.tenant_id').onRef('node.node_id', '=', 'edge.target_id'))
    .select(['edge.source_id', 'node.node_id', 'node.external_id']).distinct()
    .where('edge.tenant_id', '=', tenantId).where('edge.source_id', '=', sql<number>`any(${actions}::bigint[])`)
    .where('edge.label', '=', 'produce').where('edge.target_kind', '=', 'tool_observation').execute()
  return nodes.map((node) => ({
    id: node.node_id, externalId: node.external_id, kind: node.kind,
    observations: observations.filter((row) => row.source_id === node.node_id).map((row) => ({ id: row.node_id, externalId: row.external_id })),
  }))
}

/**
 * Open a repair that carries out a given plan: one repair for all the faults, or one without any.
 *
 * @param faultIds open faults
 * @param check what is wrong with the plan, in sentences
 * @throws EmendError `bad_plan`, `not_found`, `repair_state` when a fault has a repair already
 */
export async function openGiven(
  db: Db, tenantId: number, faultIds: number[], given: GivenPlan, check: (nodes: GivenNode[], faulty: string[]) => string[],
): Promise<number> {
  return inTenant(db, { tenantId, role: 'worker' }, async (trx) => {
    await sql`select emend.lock_tenant(${tenantId})`.execute(trx)
    const faults = faultIds.length === 0 ? [] : await trx.selectFrom('fault').select(['fault_id', 'memory_id', 'state'])
      .where('tenant_id', '=', tenantId).where('fault_id', 'in', faultIds).execute()
    for (const id of faultIds) {
      const fault = faults.find((row) => row.fault_id === id)
      if (!fault) throw new EmendError('not_found', `there is no fault ${id} in this tenant`, { fault: id })
      if (fault.state !== 'open') throw new EmendError('repair_state', `fault ${id} is ${fault.state}, not open`, { fault: id })
    }
    const wrong = check(await loadGivenNodes(trx, tenantId, given), faults.map((fault) => fault.memory_id))
    if (wrong.length > 0) throw new EmendError('bad_plan', `the plan cannot be carried out: ${wrong.slice(0, 5).join('; ')}`, { violations: wrong })
    const repairId = faults.length === 0
      ? (await trx.insertInto('repair').values({ tenant_id: tenantId, policy: 'paper' }).returning('repair_id').executeTakeFirstOrThrow()).repair_id
      : await groupFaults(trx, tenantId, faultIds)
    await trx.updateTable('repair').set({ options: JSON.stringify({ given }) })
      .where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).execute()
    return repairId
  })
}

async function groupFaults(trx: Trx, tenantId: number, faultIds: number[]): Promise<number> {
  const { rows } = await sql<{ repair_id: number }>`
    select repair_id from emend.group_faults(${tenantId}, ${faultIds}::bigint[], ${faultIds.map(() => 1)}::bigint[],
      ${faultIds.map(() => null)}::bigint[], ${faultIds.map(() => 'paper')}::text[]) as repair_id`.execute(trx)
  if (!rows[0]) throw new EmendError('repair_state', 'no fault of these is open', { faults: faultIds })
  return rows[0].repair_id
}

/** What others had made from erased data is made anew from the rest: the repair of an erasure is told which memories that takes. */
import { sql } from 'kysely'
import { analyse } from '../analyse.js'
import { inTenant, type Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import type { RepairDeps } from '../execute/ports.js'
import { policyOf } from '../plan/policy-of.js'
import { traceFaults } from '../trace/trace-faults.js'

/** Who says so, in the rows of faults. */
const detector = 'emend/erasure'

/**
 * Diagnose the memories that rest on erased data and have no other evidence for all that they say, so that the repair makes them anew
 * (R4) instead of only taking them out. Whoever carries the repair out finds them among its faults.
 *
 * Where more is affected than a repair may look at, nothing is diagnosed; carrying it out says so.
 *
 * @param repairId repair of an erasure; nothing is done where it has a plan already
 */
export async function rebuildErased({ db, tools, limits }: RepairDeps, tenantId: number, repairId: number): Promise<void> {
  const irreversibleTools = tools.list().filter((tool) => tool.effect === 'irreversible').map((tool) => tool.name)
  try {
    await inTenant(db, { tenantId, role: 'worker' }, async (trx) => {
      await sql`select emend.lock_tenant(${tenantId})`.execute(trx)
      const open = await trx.selectFrom('repair').select('repair_id').where('tenant_id', '=', tenantId).where('repair_id', '=', repairId)
        .where('state', '=', 'open').where('lease_owner', '=', 'erasure').forNoKeyUpdate().executeTakeFirst()
      if (!open) return
      const roots = await erasedRoots(trx, tenantId, repairId)
      const traced = await traceFaults(trx, tenantId, [], 'facts', limits.maxAffected, roots)
      const { plan, input } = await analyse(trx, tenantId, [], policyOf('facts', {}), { cap: limits.maxAffected, irreversibleTools, traced })
      const nodes = new Map(input.nodes.map((node) => [node.id, node]))
      const memories = plan.rows.filter(({ disposition }) => disposition === 'quarantine').flatMap(({ id }) => nodes.get(id) ?? [])
        .filter(({ producedBy }) => producedBy !== null && nodes.get(producedBy)?.isSettled !== true)
      if (memories.length > 0) {
        await trx.insertInto('fault').values(memories.map(({ externalId }) => ({
          tenant_id: tenantId, memory_id: externalId, detector, evidence: 'rests on what was erased', state: 'claimed' as const, repair_id: repairId,
        }))).onConflict((conflict) => conflict.doNothing()).execute()
      }
      await trx.updateTable('repair').set({ lease_owner: null, leased_until: null }).where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).execute()
    })
  } catch (error) {
    if (!(error instanceof EmendError) || error.code !== 'affected_too_large') throw error
    await inTenant(db, { tenantId, role: 'worker' }, (trx) => trx.updateTable('repair').set({ lease_owner: null, leased_until: null })
      .where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).where('lease_owner', '=', 'erasure').execute())
  }
}

async function erasedRoots(trx: Trx, tenantId: number, repairId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from emend.erasure e cross join lateral emend.erased_roots(${tenantId}, e.erasure_id) as r(id)
     where e.tenant_id = ${tenantId} and e.repair_id = ${repairId} order by r.id`.execute(trx)
  return rows.map(({ id }) => id)
}

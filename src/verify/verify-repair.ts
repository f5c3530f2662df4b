/** Boundary B7: what was repaired is checked, and the check is a row. */
import { sql } from 'kysely'
import { failpoint } from '../db/failpoints.js'
import { inTenant, type Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import type { RepairDeps } from '../execute/ports.js'
import { probe, type ProbeResult } from './probe.js'
import { quarantineResurrected } from './resurrected.js'
import { checkStore, type StoreCheck } from './sufficiency.js'
import { widen } from './widen.js'

/** What a verification found. */
export interface Verification {
  /** `done`, or `applied` when more has to be replayed first. */
  state: 'done' | 'applied'
  /** Rows that the violations_ views have for this repair. */
  violations: number
  /** The repaired store alone gives the repaired answer. */
  isSufficient: boolean
  /** Facts of the answer that the store does not hold. */
  missing: string[]
  /** How far the replay has been widened; 0 = not at all. */
  ring: number
  probeCalls: number
}

type Deps = Pick<RepairDeps, 'db' | 'model' | 'tools' | 'domain' | 'onProgress'>

/**
 * Verify a finished repair (method, section 8): the invariants and, in arm facts, whether the store is sufficient where the answer
 * was regenerated, one probe where it is not, and one ring more to replay where the probe disagrees. Writes the verification
 * row and takes the repair to `done`, or back to `applied`, in one transaction; no transaction is open during the probe.
 *
 * @param epoch lease of the repair
 * @throws EmendError `lost_lease`, `repair_state` unless the repair is finished
 */
export async function verifyRepair(deps: Deps, tenantId: number, repairId: number, epoch: number): Promise<Verification> {
  const scope = { tenantId, role: 'worker' } as const
  const before = await inTenant(deps.db, scope, async (trx) => {
    const repair = await trx.selectFrom('repair').selectAll().where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).executeTakeFirstOrThrow()
    const check = repair.new_answer_id === null || repair.policy === 'paper' ? null : await checkStore(trx, tenantId, deps.tools, repair.new_answer_id, repair.failed_answer_id)
    const last = await trx.selectFrom('verification').select('ring').where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).executeTakeFirst()
    return { check, ring: last?.ring ?? 0 }
  })
  const isDoubtful = before.check !== null && before.check.missing.length + before.check.conflicting.length > 0
  const asked = isDoubtful && before.check !== null ? await ask(deps, repairId, before.check) : null
  const isSufficient = asked === null || (asked.result !== undefined && asked.result.lost.length + asked.result.back.length === 0)

  const verification = await inTenant(deps.db, scope, async (trx): Promise<Verification> => {
    await sql`select emend.assert_lease(${tenantId}, ${repairId}, ${epoch})`.execute(trx)
    await quarantineResurrected(trx, tenantId, await madeBy(trx, tenantId, repairId))
    const wider = isSufficient || asked?.result === undefined ? null
      : await widen(trx, tenantId, repairId, await seedsOf(trx, tenantId, repairId), before.ring)
    const state = wider === null ? 'done' : 'applied'
    await sql`select emend.move_repair(${tenantId}, ${repairId}, array['finished']::emend.repair_state[], ${state})`.execute(trx)
    const { rows: violations } = await sql<{ violation: string; node: string | null; detail: string }>`
      select violation, node, detail from emend.repair_violations(${tenantId}, ${repairId})`.execute(trx)
    const found: Verification = {
      state, isSufficient, violations: violations.length, ring: wider ?? before.ring, probeCalls: asked === null ? 0 : 1,
      missing: asked === null ? [] : asked.result?.lost ?? before.check?.missing ?? [],
    }
    await write(trx, tenantId, repairId, found, { violations: violations.slice(0, 100), ...(asked === null ? {} : { probe: asked }) })
    return found
  })
  failpoint('B7')
  deps.onProgress?.({ repairId, type: 'repair:verified', detail: verification.isSufficient ? 'sufficient' : `ring ${verification.ring}` })
  return verification
}

/** A probe that fails is counted and recorded, and stops nothing: the repair itself is done. */
async function ask(deps: Deps, repairId: number, check: StoreCheck): Promise<{ result?: ProbeResult; error?: string }> {
  try {
    return { result: await probe(deps.model, deps.domain, repairId, check) }
  } catch (error) {
    if (error instanceof EmendError) return { error: `${error.code}: ${error.message}` }
    throw error
  }
}

async function write(trx: Trx, tenantId: number, repairId: number, found: Verification, detail: Record<string, unknown>): Promise<void> {
  const row = {
    violation_count: found.violations, is_sufficient: found.isSufficient, missing_facts: JSON.stringify(found.missing), ring: found.ring,
    detail: JSON.stringify(detail),
  }
  await trx.insertInto('verification').values({ tenant_id: tenantId, repair_id: repairId, ...row })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'repair_id']).doUpdateSet({ ...row, verified_at: sql<Date>`now()` })).execute()
  await trx.updateTable('repair').set((eb) => ({ probe_calls: eb('probe_calls', '+', found.probeCalls) }))
    .where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).execute()
  await trx.insertInto('event').values({
    tenant_id: tenantId, repair_id: repairId,
    type: found.state === 'applied' ? 'repair:widened' : found.isSufficient ? 'repair:done' : 'repair:insufficient',
  }).execute()
}

/** Memories that the repair recorded. */
async function madeBy(trx: Trx, tenantId: number, repairId: number): Promise<number[]> {
  const rows = await trx.selectFrom('replay_step')
    .innerJoin('memory', (join) => join.onRef('memory.tenant_id', '=', 'replay_step.tenant_id').onRef('memory.producing_step_id', '=', 'replay_step.new_step_id'))
    .select('memory.memory_id').where('replay_step.tenant_id', '=', tenantId).where('replay_step.repair_id', '=', repairId).execute()
  return rows.map((row) => row.memory_id)
}

async function seedsOf(trx: Trx, tenantId: number, repairId: number): Promise<number[]> {
  const { rows } = await sql<{ seed_id: number }>`
    select s.seed_id from emend.fault_seed(${tenantId}, array(select f.fault_id from emend.fault f
      where f.tenant_id = ${tenantId} and f.repair_id = ${repairId})) s`.execute(trx)
  return rows.map((row) => row.seed_id)
}

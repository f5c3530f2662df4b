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
  /** `done`; `applied` when more has to be replayed first; `waiting` for a person who approves that. */
  state: 'done' | 'applied' | 'waiting'
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

type Deps = Pick<RepairDeps, 'db' | 'model' | 'tools' | 'domain' | 'limits' | 'onProgress'>

/**
 * Verify a finished repair (method, section 8): the invariants and, in arm facts, whether the store is sufficient where the answer
 * was regenerated (each that the faults name), one probe where it is not, and one ring more to replay where a probe disagrees. Writes the verification
 * row and takes the repair to `done`, or back to `applied`, in one transaction; no transaction is open during the probe.
 * Where a person has to approve the wider replay, nothing of that is written, and it is verified anew then.
 *
 * @param epoch lease of the repair
 * @param leave called last in that transaction
 * @throws EmendError `lost_lease`, `repair_state` unless the repair is finished
 */
export async function verifyRepair(
  deps: Deps, tenantId: number, repairId: number, epoch: number, leave?: (trx: Trx) => Promise<void>,
): Promise<Verification> {
  const scope = { tenantId, role: 'worker' } as const
  const { checks, ring } = await inTenant(deps.db, scope, (trx) => checkStore(trx, tenantId, deps.tools, repairId))
  const probes: Asked[] = []
  for (const check of checks) if (check.missing.length + check.conflicting.length > 0) probes.push(await ask(deps, repairId, check))
  const isSufficient = probes.every(({ result }) => result !== undefined && result.lost.length + result.back.length === 0)

  const verification = await inTenant(deps.db, scope, async (trx): Promise<Verification> => {
    const { rows: [made] } = await sql<{ ids: number[] }>`select emend.made_memories(${tenantId}, ${repairId}, ${epoch}) as ids`.execute(trx)
    await quarantineResurrected(trx, tenantId, made?.ids ?? [])
    const doubtful = probes.filter(({ result }) => result !== undefined && result.lost.length + result.back.length > 0).map(({ stepId }) => stepId)
    const wider = doubtful.length === 0 ? null : await widen(trx, tenantId, repairId, { seeds: await seedsOf(trx, tenantId, repairId), answers: doubtful, after: ring, ...deps })
    const found: Omit<Verification, 'violations'> = {
      state: wider === null ? 'done' : wider === 'waits' ? 'waiting' : 'applied', isSufficient, ring: wider === 'waits' ? ring : wider ?? ring, probeCalls: probes.length,
      missing: [...new Set(probes.flatMap(({ result, missing }) => result?.lost ?? missing))],
    }
    if (found.state === 'waiting') {
      await trx.updateTable('repair').set((eb) => ({ probe_calls: eb('probe_calls', '+', probes.length) })).where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).execute()
      await leave?.(trx)
      return { ...found, violations: 0 }
    }
    // what was retrieved tells a later repair whether this check would still come out the same
    const detail = { retrieved: [...new Set(checks.flatMap(({ memories }) => memories.map(({ id }) => id)))], ...(probes[0] ? { probe: probes[0], probes } : {}) }
    const { rows: [row] } = await sql<{ violations: number }>`
      select emend.conclude_repair(${tenantId}, ${repairId}, ${epoch}, ${found.state}, ${isSufficient}, ${JSON.stringify(found.missing)}::jsonb,
        ${found.ring}, ${JSON.stringify(detail)}::jsonb, ${found.probeCalls}) as violations`.execute(trx)
    await leave?.(trx)
    return { ...found, violations: row?.violations ?? 0 }
  })
  if (verification.state === 'waiting') {
    deps.onProgress?.({ repairId, type: 'repair:waiting', detail: 'approval' })
    return verification
  }
  failpoint('B7')
  deps.onProgress?.({ repairId, type: 'repair:verified', detail: verification.isSufficient ? 'sufficient' : `ring ${verification.ring}` })
  return verification
}

/** A probe: what came out, or why nothing did, and what had raised the doubt. */
interface Asked {
  result?: ProbeResult
  error?: string
  missing: string[]
  stepId: number
}

/** A probe that fails is counted and recorded, and stops nothing: the repair itself is done. */
async function ask(deps: Deps, repairId: number, check: StoreCheck): Promise<Asked> {
  const { missing, stepId } = check
  try {
    return { result: await probe(deps.model, deps.domain, repairId, check), missing, stepId }
  } catch (error) {
    if (error instanceof EmendError) return { error: `${error.code}: ${error.message}`, missing, stepId }
    throw error
  }
}

async function seedsOf(trx: Trx, tenantId: number, repairId: number): Promise<number[]> {
  const { rows } = await sql<{ seed_id: number }>`
    select s.seed_id from emend.fault_seed(${tenantId}, array(select f.fault_id from emend.fault f
      where f.tenant_id = ${tenantId} and f.repair_id = ${repairId})) s`.execute(trx)
  return rows.map((row) => row.seed_id)
}

/** The lease of a repair: who works on it, by the database's clock, fenced by an epoch. */
import { sql } from 'kysely'
import { failpoint } from '../db/failpoints.js'
import type { Db } from '../db/pool.js'
import { inTenant, type Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import type { RepairState } from '../vocabulary.js'

/** A claimed lease, and the repair as it was claimed. */
export interface Lease {
  /** Carried by every later write of the repair; grows at each claim. */
  epoch: number
  /** The boundary that it passed last. */
  state: RepairState
  policy: string
  options: unknown
  /** Claims since that boundary, this one included. */
  attempts: number
  /** What went wrong last since that boundary. */
  error: { code: string | null; detail: string | null }
}

/** Where a repair stands once its lease is given back. */
export interface Standing {
  state: RepairState
  waitingFor: string | null
  /** Somebody else has it. */
  isHeld: boolean
}

/**
 * Claim a repair (B1).
 *
 * @param owner who claims, for people
 * @param leaseMs how long the lease is good without a heartbeat, in milliseconds
 * @param task claim only where this task of the queue comes next
 * @returns the lease; null when the repair ended, waits for a person, is elsewhere, or somebody else has it
 */
export async function claimRepair(
  db: Db, tenantId: number, repairId: number, owner: string, leaseMs: number, task: string | null = null,
): Promise<Lease | null> {
  const row = await inTenant(db, { tenantId, role: 'worker' }, async (trx) => {
    const { rows } = await sql<{ epoch: number; state: RepairState; policy: string; options: unknown; attempt_count: number; error_code: string | null; error_detail: string | null }>`
      select * from emend.claim_repair(${tenantId}, ${repairId}, ${owner}, ${leaseMs}, ${task})`.execute(trx)
    return rows[0]
  })
  if (row === undefined) return null
  failpoint('B1')
  const { epoch, state, policy, options } = row
  return { epoch, state, policy, options, attempts: row.attempt_count, error: { code: row.error_code, detail: row.error_detail } }
}

/** Keep a lease. @returns false when somebody else has claimed the repair since */
export async function heartbeat(db: Db, tenantId: number, repairId: number, epoch: number, leaseMs: number): Promise<boolean> {
  return inTenant(db, { tenantId, role: 'worker' }, async (trx) => {
    const { rows } = await sql<{ held: boolean }>`
      select emend.heartbeat_repair(${tenantId}, ${repairId}, ${epoch}, ${leaseMs}) as held`.execute(trx)
    return rows[0]?.held ?? false
  })
}

/**
 * Give a lease back, so that the next job need not wait for it to run out.
 *
 * @param after.progressed a commit boundary was passed: the attempts of the next one count from zero
 * @param after.backoffMs nobody may claim it before, in milliseconds: after a failure that may pass
 * @param after.nudges nudge the task that comes next, in the same transaction
 * @throws EmendError `not_found`
 */
export async function release(
  db: Db, tenantId: number, repairId: number, epoch: number, after: { progressed: boolean; backoffMs?: number; nudges?: boolean },
): Promise<Standing> {
  return inTenant(db, { tenantId, role: 'worker' }, (trx) => releaseIn(trx, tenantId, repairId, epoch, after))
}

/** Give a lease back as `release` does, in the transaction that passes a boundary. */
export async function releaseIn(
  trx: Trx, tenantId: number, repairId: number, epoch: number, after: { progressed: boolean; backoffMs?: number; nudges?: boolean },
): Promise<Standing> {
  const { rows: [row] } = await sql<{ state: RepairState; waiting_for: string | null; is_held: boolean }>`
    select * from emend.release_repair(${tenantId}, ${repairId}, ${epoch}, ${after.progressed}, ${after.backoffMs ?? 0}, ${after.nudges ?? false})`.execute(trx)
  if (!row) throw new EmendError('not_found', `there is no repair ${repairId}`, { repair: repairId })
  return { state: row.state, waitingFor: row.waiting_for, isHeld: row.is_held }
}

/**
 * Run `work` while a timer keeps the lease, three beats to a lease. A beat that fails is not the end: every write of
 * `work` carries the epoch and is refused when the lease is gone.
 */
export async function whileHeld<T>(
  held: { db: Db; tenantId: number; repairId: number; epoch: number; leaseMs: number },
  work: () => Promise<T>,
): Promise<T> {
  let beating: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    beating = heartbeat(held.db, held.tenantId, held.repairId, held.epoch, held.leaseMs).catch(() => false)
  }, Math.max(held.leaseMs / 3, 10))
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await beating
  }
}

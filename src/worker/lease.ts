/** The lease of a repair: who works on it, by the database's clock, fenced by an epoch. */
import { sql } from 'kysely'
import { failpoint } from '../db/failpoints.js'
import type { Db } from '../db/pool.js'
import { inTenant } from '../db/transaction.js'

/** A claimed lease. */
export interface Lease {
  /** Carried by every later write of the repair; grows at each claim. */
  epoch: number
}

/**
 * Claim a repair (B1).
 *
 * @param owner who claims, for people
 * @param leaseMs how long the lease is good without a heartbeat, in milliseconds
 * @returns the lease; null when the repair ended, waits for a person, or somebody else has it
 */
export async function claimRepair(db: Db, tenantId: number, repairId: number, owner: string, leaseMs: number): Promise<Lease | null> {
  const epoch = await inTenant(db, { tenantId, role: 'worker' }, async (trx) => {
    const { rows } = await sql<{ epoch: number | null }>`
      select emend.claim_repair(${tenantId}, ${repairId}, ${owner}, ${leaseMs}) as epoch`.execute(trx)
    return rows[0]?.epoch ?? null
  })
  if (epoch === null) return null
  failpoint('B1')
  return { epoch }
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
 * @param progressed a commit boundary was passed: the attempts of the next one count from zero
 * @param backoffMs nobody may claim it before, in milliseconds: after a failure that may pass
 */
export async function release(db: Db, tenantId: number, repairId: number, epoch: number, progressed: boolean, backoffMs = 0): Promise<void> {
  await inTenant(db, { tenantId, role: 'worker' }, async (trx) => {
    await sql`select emend.release_repair(${tenantId}, ${repairId}, ${epoch}, ${progressed}, ${backoffMs})`.execute(trx)
  })
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

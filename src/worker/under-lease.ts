/** Work on a repair under its lease: claimed, kept alive, given back, whatever happens. */
import type { Trx } from '../db/transaction.js'
import { EmendError } from '../errors.js'
import { failRepair, noteError } from '../execute/fail-repair.js'
import type { Held, RepairDeps } from '../execute/ports.js'
import type { RepairState } from '../vocabulary.js'
import { claimRepair, release, releaseIn, whileHeld, type Lease, type Standing } from './lease.js'

/** How to work. */
export interface UnderLease {
  /** Claim only where this task of the queue comes next; what comes after it is nudged. */
  task?: string | undefined
  /** Go on from boundary to boundary; else one is passed, and the transaction that passes it gives the lease back. */
  goesOn?: boolean
  /** Called after each boundary. */
  passed?(): void
}

/**
 * Claim a repair (B1), pass one boundary or all that can be passed, and give it back.
 *
 * @param pass passes one boundary; returns the state then, or `waiting` where the repair goes no further by itself
 * @returns where it stands; null when it was not to be had, or has ended as failed
 * @throws EmendError what stopped it, retryable; `lost_lease`
 */
export async function underLease(
  deps: RepairDeps, tenantId: number, repairId: number, { task, goesOn = false, passed }: UnderLease,
  pass: (held: Held, lease: Lease) => Promise<RepairState | 'waiting'>,
): Promise<Standing | null> {
  const lease = await claimRepair(deps.db, tenantId, repairId, deps.owner, deps.leaseMs, task)
  if (!lease) return null
  const { epoch } = lease
  const after = { progressed: true, nudges: task !== undefined }
  let left: Standing | undefined
  const leave = async (trx: Trx): Promise<void> => { left = await releaseIn(trx, tenantId, repairId, epoch, after) }
  const held: Held = { deps, tenantId, repairId, epoch, ...(goesOn ? {} : { leave }) }
  try {
    await whileHeld({ ...deps, tenantId, repairId, epoch }, async () => {
      for (let at: Lease | null = lease; at;) {
        const state = await pass(held, at)
        passed?.()
        at = goesOn && state !== 'waiting' && state !== 'done' ? { ...at, state, attempts: 0 } : null
        if (state === 'done') left ??= { state, waitingFor: null, isHeld: false }
      }
    })
  } catch (error) {
    if (error instanceof EmendError && error.code === 'lost_lease') throw error
    const mayPass = error instanceof EmendError && error.isRetryable
    try {
      await (mayPass ? noteError(held, error) : failRepair(held, error))
    } finally {
      await release(deps.db, tenantId, repairId, epoch, { progressed: false })
    }
    if (mayPass) throw error
    return null
  }
  return left ?? await release(deps.db, tenantId, repairId, epoch, after)
}

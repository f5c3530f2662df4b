/** The visible end of a repair that cannot go on. */
import { sql } from 'kysely'
import { inTenant } from '../db/transaction.js'
import { EmendError, errorCodes, type ErrorCode } from '../errors.js'
import type { Held } from './ports.js'

/**
 * End a repair with the error that stopped it; its faults fail with it, and what it withheld stays withheld (G1, G8).
 *
 * @throws EmendError `lost_lease`
 */
export async function failRepair({ deps, tenantId, repairId, epoch }: Held, error: unknown): Promise<void> {
  const { code, detail } = describe(error)
  await inTenant(deps.db, { tenantId, role: 'worker' }, async (trx) => {
    await sql`select emend.fail_repair(${tenantId}, ${repairId}, ${epoch}, ${code}, ${detail})`.execute(trx)
  })
  deps.onProgress?.({ repairId, type: 'repair:failed', detail: code })
}

/** End a repair whose attempts are used up, with the error that was noted last. */
export async function giveUp(held: Held, { attempts, error }: { attempts: number; error: { code: string | null; detail: string | null } }): Promise<void> {
  const isCode = (code: string | null): code is ErrorCode => code !== null && code in errorCodes
  const detail = `gave up after ${attempts - 1} attempts: ${error.detail ?? 'the worker ended without a word each time'}`
  await failRepair(held, new EmendError(isCode(error.code) ? error.code : 'unexpected', detail))
}

/** Keep what went wrong where a person sees it, while the repair is tried again; it counts as an attempt. Ignored when the lease is lost. */
export async function noteError({ deps, tenantId, repairId, epoch }: Held, error: unknown): Promise<void> {
  const { code, detail } = describe(error)
  await inTenant(deps.db, { tenantId, role: 'worker' }, async (trx) => {
    await trx.updateTable('repair').set({ error_code: code, error_detail: detail, attempt_count: sql<number>`greatest(attempt_count, 1)` })
      .where('tenant_id', '=', tenantId).where('repair_id', '=', repairId).where('lease_epoch', '=', epoch).execute()
  })
}

function describe(error: unknown): { code: string; detail: string } {
  return { code: error instanceof EmendError ? error.code : 'unexpected', detail: (error instanceof Error ? error.message : String(error)).slice(0, 2000) }
}

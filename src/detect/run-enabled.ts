/** What a worker does when cron says so. */
import type { Db } from '../db/pool.js'
import { inTenant } from '../db/transaction.js'
import { detectorNames } from '../vocabulary.js'
import { runDetector } from './run-detector.js'

/** Run the detectors that a tenant has enabled, each in a transaction of its own. @returns how many faults are new */
export async function runEnabled(db: Db, tenantId: number): Promise<number> {
  const enabled = await inTenant(db, { tenantId, role: 'detector' }, (trx) => trx
    .selectFrom('enabled_detector').select(['detector', 'is_holding']).where('tenant_id', '=', tenantId).execute())
  let count = 0
  for (const name of detectorNames) {
    const row = enabled.find(({ detector }) => detector === name)
    if (!row) continue
    const { faultIds } = await inTenant(db, { tenantId, role: 'detector' }, (trx) => runDetector(trx, tenantId, name, { hold: row.is_holding, dryRun: false }))
    count += faultIds.length
  }
  return count
}

/** A tenant for detectors: what stands in it, and who reports what. */
import { sql } from 'kysely'
import { openEmend, type DetectorName, type RecordItem } from '../../src/index.js'
import type { TestDatabase } from '../database.js'
import { recorder } from '../record/recorder.js'

/** Make one. Items state statuses as importers do, so that a store can be as wrong as those of others. */
export async function detecting(database: TestDatabase, items: RecordItem[] = []) {
  const tenant = await recorder(database)
  if (items.length > 0) await tenant.importItems(items)
  const emend = await openEmend({ databaseUrl: database.url, tenant: tenant.name })
  return {
    ...tenant, emend,
    /** Memories that a detector would report. */
    async finds(detector: DetectorName) {
      const [run] = await emend.detectors.run({ detectors: [detector], dryRun: true })
      return run!.findings.map(({ memoryId }) => memoryId)
    },
    /** Run it; the new faults as `memory type state`. */
    async reports(detector: DetectorName, options: { hold?: boolean } = {}) {
      const [run] = await emend.detectors.run({ detectors: [detector], ...options })
      return Promise.all(run!.faultIds.map(async (id) => {
        const { memoryId, type, state } = await emend.faults.get(id)
        return `${memoryId} ${type} ${state}`
      }))
    },
    activate: (id: string) => tenant.run('worker', (trx) => sql`
      select emend.set_memory_status(${tenant.tenantId}, array(select node_id from emend.node where tenant_id = ${tenant.tenantId} and external_id = ${id}),
        'active', null, null, null, 'by hand', null, 'test')`.execute(trx)),
  }
}

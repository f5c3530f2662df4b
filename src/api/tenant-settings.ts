/** What repairs of a tenant work with, as its rows say it now. */
import { sql } from 'kysely'
import type { Db } from '../db/pool.js'
import { inTenant } from '../db/transaction.js'
import type { RegisteredTool } from '../tools/registered-tool.js'

/** Settings of a tenant. */
export interface TenantSettings {
  /** Its name. */
  tenant: string
  /** Workers leave it alone; one program works with it. */
  isIsolated: boolean
  /** Which plans wait for a person; null = as the worker is configured. */
  review: 'at_once' | 'above' | 'always' | null
  approveAbove: number | null
  /** The model that it asks; null = the configured one. */
  model: { name: string; url: string | null; secret: string | null } | null
  /** Tools that live elsewhere, by name. */
  tools: RegisteredTool[]
}

/** Read them. A tenant that is gone has none, and an empty name. */
export async function readTenantSettings(db: Db, tenantId: number): Promise<TenantSettings> {
  return inTenant(db, { tenantId, role: 'worker' }, async (trx) => {
    const { rows: [row] } = await sql<{ settings: TenantSettings | null }>`select emend.repair_settings(${tenantId}) as settings`.execute(trx)
    return row?.settings ?? { tenant: '', isIsolated: false, review: null, approveAbove: null, model: null, tools: [] }
  })
}

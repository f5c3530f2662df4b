/** Numbers about all tenants of a database together, for those who run it. */
import { sql } from 'kysely'
import type { Db } from '../db/pool.js'
import { fromDatabase } from '../errors.js'

/** One number. */
export interface ServiceMetric {
  /** Name as Prometheus shows it, without the prefix `emend_`. */
  name: string
  /** What it is of, by label; empty where it has none. */
  labels: Record<string, string>
  value: number
}

/**
 * Sums over all tenants that are not isolated; no name and no id of any is among them.
 *
 * @returns faults and repairs by state, age of the oldest work in seconds, model calls and tokens by purpose, and, of the repairs of the
 *   last day, quantiles of affected nodes and the share of affected steps that was replayed
 */
export async function readServiceMetrics(db: Db): Promise<ServiceMetric[]> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`select set_config('role', 'emend_worker', true)`.execute(trx)
      return (await sql<ServiceMetric>`select name, labels, value from emend.service_metrics()`.execute(trx)).rows
    })
  } catch (error) {
    throw fromDatabase(error)
  }
}

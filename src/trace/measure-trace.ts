/** How long the walk takes, on a store made for the purpose. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/pool.js'
import { fromDatabase } from '../errors.js'
import { affectedSet } from './affected-set.js'

/** What to build, and how often to walk it. */
export interface TraceMeasure {
  /** Edges of the store, at least 6 times `affected`. */
  edges: number
  /** Nodes that the fault reaches. */
  affected: number
  /** Walks that are timed, after one that is not. */
  runs: number
}

/** What came out; times in milliseconds, round trip included. */
export interface TraceMeasured extends TraceMeasure {
  medianMs: number
  p95Ms: number
  fillMs: number
}

class RolledBack extends Error {}

/**
 * Time the affected set of one fault in a store of many edges (arm facts), as role worker under row security.
 *
 * Everything happens in one transaction that is rolled back: the store is nobody's, and nobody sees it.
 *
 * @param db a connection of the owner of the tables
 * @throws Error of Postgres when the connection may not write edges
 */
export async function measureTrace(db: Db, { edges, affected, runs }: TraceMeasure): Promise<TraceMeasured> {
  const times: number[] = []
  let fillMs = 0
  try {
    await db.transaction().execute(async (trx) => {
      const { tenant_id: tenantId } = await trx.insertInto('tenant').values({ name: `bench-${randomUUID()}` })
        .returning('tenant_id').executeTakeFirstOrThrow()
      await sql`select set_config('emend.tenant_id', ${String(tenantId)}, true)`.execute(trx)
      const start = performance.now()
      const { rows } = await sql<{ root: number }>`
        select emend.fill_bench_store(${tenantId}, ${edges}::integer, ${affected}::integer) as root`.execute(trx)
      fillMs = performance.now() - start
      await sql`select set_config('role', 'emend_worker', true)`.execute(trx)
      const roots = rows.map(({ root }) => ({ id: root, from: root }))
      for (let run = 0; run <= runs; run++) {
        const before = performance.now()
        const found = await affectedSet(trx, tenantId, roots, 'facts', 10_000_000)
        if (run > 0) times.push(performance.now() - before)
        if (found.length !== affected) throw new Error(`the walk found ${found.length} nodes of ${affected}`)
      }
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw fromDatabase(error)
  }
  times.sort((a, b) => a - b)
  const at = (share: number): number => Math.round((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0) * 1000) / 1000
  return { edges, affected, runs, medianMs: at(0.5), p95Ms: at(0.95), fillMs: Math.round(fillMs) }
}

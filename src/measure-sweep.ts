/** How trace and support grow with what is affected, on a store made for the purpose. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './db/pool.js'
import type { Trx } from './db/transaction.js'
import { fromDatabase } from './errors.js'
import { planGraph } from './support/plan-graph.js'
import { affectedSet } from './trace/affected-set.js'

/** What to build, and how often to walk it. */
export interface SweepMeasure {
  /** Nodes of the store, at least 10 times the largest of `affected`. */
  nodes: number
  /** Sizes of the affected sets, ascending, about. */
  affected: number[]
  /** Repetitions of each, of which the median is taken, after one that is not timed. */
  runs: number
  /** Told now and then how many nodes are written. */
  onProgress?: (written: number) => void
}

/** One size; medians in milliseconds, round trips included. */
export interface SizeMeasured {
  /** Nodes that the fault reaches. */
  affected: number
  /** The affected set, alone. */
  traceMs: number
  /** Trace, and ids of all that support and plan look at. */
  planIdsMs: number
  /** Trace, and all rows and edges that support and plan look at, in this program. */
  planRowsMs: number
}

/** What came out. */
export interface SweepMeasured {
  nodes: number
  edges: number
  runs: number
  fillMs: number
  sizes: SizeMeasured[]
}

class RolledBack extends Error {}

const sessionNodes = 21
const portion = 2_000

/**
 * Time trace and support as role worker under row security, in one transaction that is rolled back: the store is nobody's.
 *
 * @param db a connection of the owner of the tables
 * @throws Error of Postgres when the connection may not write them
 */
export async function measureSweep(db: Db, { nodes, affected, runs, onProgress }: SweepMeasure): Promise<SweepMeasured> {
  const sessions = Math.max(1, Math.round(nodes / sessionNodes))
  const result: SweepMeasured = { nodes: sessions * sessionNodes, edges: 0, runs, fillMs: 0, sizes: [] }
  try {
    await db.transaction().execute(async (trx) => {
      const { tenant_id: tenantId } = await trx.insertInto('tenant').values({ name: `bench-${randomUUID()}` })
        .returning('tenant_id').executeTakeFirstOrThrow()
      await sql`select set_config('emend.tenant_id', ${String(tenantId)}, true)`.execute(trx)
      const start = performance.now()
      for (let first = 0; first < sessions; first += portion) {
        const count = Math.min(portion, sessions - first)
        await sql`select emend.fill_sweep_store(${tenantId}, ${first}, ${count}, ${sessions}, ${affected}::integer[])`.execute(trx)
        onProgress?.((first + count) * sessionNodes)
      }
      result.fillMs = Math.round(performance.now() - start)
      const { edges } = await trx.selectFrom('edge').where('tenant_id', '=', tenantId)
        .select(({ fn }) => fn.countAll<number>().as('edges')).executeTakeFirstOrThrow()
      result.edges = Number(edges)
      await sql`select set_config('role', 'emend_worker', true)`.execute(trx)
      for (const root of affected.keys()) result.sizes.push(await measureSize(trx, tenantId, root + 1, runs))
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw fromDatabase(error)
  }
  return result
}

async function measureSize(trx: Trx, tenantId: number, root: number, runs: number): Promise<SizeMeasured> {
  const times: { trace: number; ids: number; rows: number }[] = []
  let found: number[] = []
  for (let run = 0; run <= runs; run++) {
    const at = [performance.now()]
    found = await affectedSet(trx, tenantId, [{ id: root, from: root }], 'facts', 10_000_000)
    at.push(performance.now())
    await sql`select count(*) from emend.planned_ids(${tenantId}, ${found}::bigint[])`.execute(trx)
    at.push(performance.now())
    await planGraph(trx, tenantId, found)
    at.push(performance.now())
    const [start = 0, traced = 0, named = 0, loaded = 0] = at
    if (run > 0) times.push({ trace: traced - start, ids: named - start, rows: traced - start + loaded - named })
  }
  const median = (of: 'trace' | 'ids' | 'rows'): number => {
    const sorted = times.map((time) => time[of]).sort((a, b) => a - b)
    return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 100) / 100
  }
  return { affected: found.length, traceMs: median('trace'), planIdsMs: median('ids'), planRowsMs: median('rows') }
}

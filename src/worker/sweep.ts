/** What stands still in any tenant, whatever the queue believes. */
import { sql } from 'kysely'
import type { Db } from '../db/pool.js'
import { fromDatabase } from '../errors.js'

/** What is left to do over all tenants. */
export interface UnfinishedWork {
  openFaults: number
  /** Repairs that wait for nobody. */
  running: number
  /** Repairs behind another one. */
  overlapping: number
}

/**
 * Nudge again what lost its nudge: open faults, unfinished repairs that nobody holds, memories whose words are not cut or that have no embedding.
 *
 * @param graceMs faults that are younger than this are left to their own nudge, in milliseconds
 * @param embedder name of the embedder whose embeddings are missed; null = none is
 * @returns how many nudges were given
 */
export async function sweep(db: Db, graceMs = 0, embedder: string | null = null): Promise<number> {
  return asWorker(db, async (trx) => {
    const { rows } = await sql<{ count: number }>`select emend.sweep(${Math.round(graceMs)}, ${embedder}) as count`.execute(trx)
    return rows[0]?.count ?? 0
  })
}

/** Nudge the detectors of every tenant that has enabled one. @returns how many tenants */
export async function scheduleDetectors(db: Db): Promise<number> {
  return asWorker(db, async (trx) => {
    const { rows } = await sql<{ count: number }>`select emend.schedule_detectors() as count`.execute(trx)
    return rows[0]?.count ?? 0
  })
}

/** Count what is left to do. */
export async function unfinishedWork(db: Db): Promise<UnfinishedWork> {
  return asWorker(db, async (trx) => {
    const { rows } = await sql<{ open_faults: number; running: number; overlapping: number }>`select * from emend.unfinished_work()`.execute(trx)
    const [row] = rows
    return { openFaults: row?.open_faults ?? 0, running: row?.running ?? 0, overlapping: row?.overlapping ?? 0 }
  })
}

/** These look over all tenants and see numbers only, so there is no tenant to choose. */
async function asWorker<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`select set_config('role', 'emend_worker', true)`.execute(trx)
      return work(trx)
    })
  } catch (error) {
    throw fromDatabase(error)
  }
}

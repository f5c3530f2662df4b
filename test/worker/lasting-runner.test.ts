import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runWorker } from '../../src/worker/run-worker.js'
import { testDatabase } from '../database.js'
import { drain, endState, insertFaults, newLog, poisonedStore, stubDeps } from './store.js'

test('a worker that loses its connection in the very first query of the queue hears the next fault all the same (G9)', async () => {
  const database = await testDatabase()
  const tenantId = await poisonedStore(database)
  await drain(database, newLog()) // so that the queue's own tables are there
  const lines: string[] = []
  const worker = await database.db.transaction().execute(async (trx) => {
    await sql`lock table graphile_worker._private_tasks in access exclusive mode`.execute(trx)
    const started = await runWorker({
      db: database.db, url: database.url, depsOf: () => stubDeps(database, newLog()), concurrency: 2, sweepMs: 100, handleSignals: false,
      log: (line) => lines.push(line),
    })
    await expect.poll(async () => (await sql<{ n: number }>`
      select count(pg_terminate_backend(pid)) as n from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%_private_tasks%'`.execute(database.db)).rows[0]?.n, { timeout: 10_000 })
      .toBeGreaterThan(0)
    return started
  })
  await insertFaults(database, tenantId, ['m1'])
  await expect.poll(async () => (await endState(database, tenantId)).faults, { timeout: 15_000, interval: 50 }).toEqual(['m1 | done'])
  expect(lines).toContain('the queue is run anew')
  await worker.stop()
  await worker.ended
})

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import { EmendError } from '../../src/errors.js'
import type { RepairDeps } from '../../src/execute/ports.js'
import { advanceRepair, runRepair } from '../../src/repair.js'
import { openRepairs } from '../../src/worker/open-repairs.js'
import { runWorker, type RunningWorker } from '../../src/worker/run-worker.js'
import { buildOnce } from '../build-once.js'
import { testDatabase, type TestDatabase } from '../database.js'
import { callsIn, drain, endState, insertFaults, newLog, poisonedStore, startWorker, stubDeps } from './store.js'

beforeAll(() => buildOnce())

const serve = (database: TestDatabase, depsOf: (tenantId: number) => RepairDeps, concurrency = 2): Promise<RunningWorker> =>
  runWorker({ db: database.db, url: database.url, depsOf, concurrency, sweepMs: 100, handleSignals: false })

const done = { faults: ['m1 | done'], answers: ["a1' | valid | Lamp L-1 costs 30 euros."], violations: [] }

describe('the queue is only a nudge (G1)', () => {
  test('a fault is repaired although every job row was deleted', async () => {
    const database = await testDatabase()
    const tenantId = await poisonedStore(database)
    await insertFaults(database, tenantId, ['m1'])
    await sql`delete from graphile_worker._private_jobs`.execute(database.db)
    await drain(database, newLog())
    expect(await endState(database, tenantId)).toMatchObject(done)
  })

  test('so is one whose jobs vanish after every boundary, and one whose jobs come twice', async () => {
    const database = await testDatabase()
    const log = newLog()
    const tenantId = await poisonedStore(database)
    await insertFaults(database, tenantId, ['m1'])
    await sql`create function public.lose_jobs() returns trigger language plpgsql as $$ begin
      if random() < 0.5 then return null; end if;
      insert into graphile_worker._private_jobs (task_id, payload) select new.task_id, new.payload where new.key is not null;
      return new; end $$`.execute(database.db)
    await sql`create trigger lose_jobs before insert on graphile_worker._private_jobs for each row execute function public.lose_jobs()`.execute(database.db)
    await drain(database, log)
    expect(await endState(database, tenantId)).toMatchObject(done)
    expect(callsIn(log)).toEqual(['model replay claim', 'model replay plan', 'tool 1:t1 30', 'model replay answer'])
  })
})

describe('several workers', () => {
  test('share the repairs of one tenant without a failed transaction', async () => {
    const database = await testDatabase()
    const prefixes = Array.from({ length: 10 }, (_, n) => `${n}-`)
    const tenantId = await poisonedStore(database, prefixes)
    const log = newLog()
    const logged: string[] = []
    const start = (name: string) => runWorker({
      db: database.db, url: database.url, depsOf: () => ({ ...stubDeps(database, log), owner: name, leaseMs: 15_000 }), concurrency: 2, sweepMs: 200,
      handleSignals: false, log: (line) => logged.push(line),
    })
    const workers = await Promise.all([start('one'), start('two')])
    await insertFaults(database, tenantId, prefixes.map((prefix) => `${prefix}m1`))
    await expect.poll(async () => (await endState(database, tenantId)).faults, { timeout: 30_000, interval: 100 })
      .toEqual(prefixes.map((prefix) => `${prefix}m1 | done`))
    await Promise.all(workers.map((worker) => worker.stop()))
    expect(logged).toEqual([])
    expect((await endState(database, tenantId)).violations).toEqual([])
    expect(callsIn(log).filter((line) => line.startsWith('tool'))).toHaveLength(10)
    const { rows } = await sql<{ deadlocks: number }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(database.db)
    expect(rows).toEqual([{ deadlocks: 0 }])
  })

  test('repairs that overlap go one after the other, and end where one of both ends (G11)', async () => {
    const [apart, together] = [await testDatabase(), await testDatabase()]
    const tenantId = await poisonedStore(apart)
    const log = newLog()
    const deps = stubDeps(apart, log)
    await insertFaults(apart, tenantId, ['m1'])
    const [first] = await openRepairs(deps, tenantId)
    expect(await advanceRepair(deps, tenantId, first!)).toMatchObject({ state: 'planned' })
    await insertFaults(apart, tenantId, ['m2'])
    const [second] = await openRepairs(deps, tenantId)
    expect(second).not.toBe(first)
    expect(await runRepair(deps, tenantId, second!)).toEqual({ state: 'open', waitingFor: 'overlap', next: 'wait' })
    await drain(apart, log)
    const end = await endState(apart, tenantId)
    expect(end.faults).toEqual(['m1 | done', 'm2 | done'])
    expect(end.violations).toEqual([])

    const other = await poisonedStore(together)
    await insertFaults(together, other, ['m1', 'm2'])
    await drain(together, newLog())
    const union = await endState(together, other)
    expect(end.memories).toEqual(union.memories)
    expect(end.answers.map((line) => line.split(' | ').slice(1))).toEqual(union.answers.map((line) => line.split(' | ').slice(1)))
  })

  test('a fault that comes during a repair, in what the repair builds on, is repaired too', async () => {
    const database = await testDatabase()
    const tenantId = await poisonedStore(database)
    await insertFaults(database, tenantId, ['m1'])
    expect(await startWorker(database.url, newLog(), { failpoint: 'B5:2' }).ended).toBe('SIGKILL')
    await insertFaults(database, tenantId, ['m2'])
    await drain(database, newLog())
    const end = await endState(database, tenantId)
    expect(end.faults).toEqual(['m1 | done', 'm2 | done'])
    expect(end.violations).toEqual([])
    expect(end.answers[0]).not.toMatch(/45|30/)
  })
})

describe('bad neighbours (G8)', () => {
  test('a tenant whose model always fails ends failed and visible, and delays no other', async () => {
    const database = await testDatabase()
    const [bad, good] = [await poisonedStore(database), await poisonedStore(database)]
    const log = newLog()
    const failing = { name: 'down', ask: () => Promise.reject(new EmendError('model_failed', 'the endpoint is down')) }
    const worker = await serve(database, (tenantId) => (tenantId === bad
      ? { ...stubDeps(database, log), model: failing, limits: { maxModelCalls: 100, maxAffected: 1000, maxAttempts: 2 } }
      : stubDeps(database, log)), 1)
    await insertFaults(database, bad, ['m1'])
    await insertFaults(database, good, ['m1'])
    await expect.poll(async () => (await endState(database, good)).faults, { timeout: 20_000, interval: 50 }).toEqual(['m1 | done'])
    await expect.poll(async () => (await endState(database, bad)).faults, { timeout: 20_000, interval: 50 }).toEqual(['m1 | failed'])
    await worker.stop()
    const row = await inTenant(database.db, { tenantId: bad, role: 'auditor' }, (trx) =>
      trx.selectFrom('repair').select(['state', 'error_detail']).executeTakeFirstOrThrow())
    expect(row.state).toBe('failed')
    expect(row.error_detail).toMatch(/the endpoint is down/)
    // What failed stays contained.
    expect((await endState(database, bad)).memories[0]).toMatch(/^m1 \| \w+ \| true|^m1 \| deleted/)
  })

  test('a job that is no job of ours, or names what is gone, disturbs nobody', async () => {
    const database = await testDatabase()
    const tenantId = await poisonedStore(database)
    await sql`select graphile_worker.add_job('emend_plan', '{"tenant_id": "x"}', max_attempts => 1)`.execute(database.db)
    await sql`select graphile_worker.add_job('emend_plan', ${JSON.stringify({ tenant_id: tenantId, repair_id: 999 })}::json, max_attempts => 1)`.execute(database.db)
    await sql`select graphile_worker.add_job('emend_open', '{"tenant_id": 999999}', max_attempts => 1)`.execute(database.db)
    await insertFaults(database, tenantId, ['m1'])
    await drain(database, newLog())
    expect(await endState(database, tenantId)).toMatchObject(done)
  })
})

describe('starting and stopping', () => {
  test('SIGTERM ends a worker process cleanly, and leaves no job locked', async () => {
    const database = await testDatabase()
    const worker = startWorker(database.url, newLog())
    await worker.ready
    const tenantId = await poisonedStore(database)
    await insertFaults(database, tenantId, ['m1'])
    await expect.poll(async () => (await endState(database, tenantId)).repairs, { timeout: 20_000, interval: 20 }).not.toEqual([])
    worker.process.kill('SIGTERM')
    expect(await worker.ended).toBe('0')
    const { rows } = await sql<{ locked: number }>`select count(*)::int as locked from graphile_worker.jobs where locked_at is not null`.execute(database.db)
    expect(rows).toEqual([{ locked: 0 }])
    await drain(database, newLog())
    expect(await endState(database, tenantId)).toMatchObject(done)
  })

  test('a worker outlives the loss of all its connections (G9)', async () => {
    const database = await testDatabase()
    const prefixes = ['a-', 'b-', 'c-']
    const tenantId = await poisonedStore(database, prefixes)
    const worker = startWorker(database.url, newLog())
    await worker.ready
    await insertFaults(database, tenantId, prefixes.map((prefix) => `${prefix}m1`))
    for (let n = 0; n < 3; n++) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db)
      await new Promise((resolve) => { setTimeout(resolve, 100) })
    }
    await expect.poll(async () => (await endState(database, tenantId)).faults, { timeout: 40_000, interval: 100 })
      .toEqual(prefixes.map((prefix) => `${prefix}m1 | done`))
    worker.process.kill('SIGTERM')
    expect(await worker.ended).toBe('0')
  })

  test('a worker refuses a schema that is newer than it (G12)', async () => {
    const database = await testDatabase()
    await sql`insert into emend.schema_migration (name, checksum) values ('9999-from-the-future', '')`.execute(database.db)
    await expect(serve(database, () => stubDeps(database, newLog()))).rejects.toMatchObject({ code: 'schema_newer' })
  })
})

import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import { drain, newLog, stubDeps } from '../worker/store.js'
import { runWorker } from '../../src/worker/run-worker.js'
import { testDatabase } from '../database.js'
import { input, memory, step } from '../record/items.js'
import { detecting } from './store.js'

const database = await testDatabase()
const unretired = [memory('m1', { status: 'active' }), input('u1'), step('memory_delete', 's1', { used_ids: ['u1', 'm1'], consumed_memory_ids: ['m1'] })]

describe('a memory is reported once for what it is', () => {
  test('a second run finds nothing, nor does one after the fault was withdrawn and the memory is back', async () => {
    const tenant = await detecting(database, unretired)
    expect(await tenant.reports('failed_retirement')).toEqual(['m1 stale open'])
    expect(await tenant.reports('failed_retirement')).toEqual([])
    const [fault] = await tenant.emend.faults.list()
    await tenant.emend.faults.withdraw(fault!.id)
    expect(await tenant.states()).toEqual(['m1 active'])
    expect(await tenant.reports('failed_retirement')).toEqual([])
  })

  test('nor one after its repair was undone: the memory is back, and no detector says it again; done again, it goes', async () => {
    const tenant = await detecting(database, unretired)
    expect(await tenant.reports('failed_retirement')).toEqual(['m1 stale open'])
    await drain(database, newLog())
    const [repair] = await tenant.emend.repairs.list()
    expect([repair?.state, await tenant.states()]).toEqual(['done', ['m1 deleted']])
    for (const [state, standing] of [['undone', 'm1 active'], ['done', 'm1 deleted'], ['undone', 'm1 active']] as const) {
      expect(await tenant.emend.repairs.undo(repair!.id)).toBe(state)
      expect((await tenant.states())[0]).toBe(standing)
      for (const detector of ['failed_retirement', 'resurrection', 'contradiction', 'drift', 'wrong_user'] as const) expect([detector, await tenant.reports(detector)]).toEqual([detector, []])
    }
    expect((await tenant.emend.faults.list()).map(({ state }) => state)).toEqual(['withdrawn'])
  })

  test('what a person took back without naming a type is right for every detector; another type is another matter', async () => {
    for (const [type, reported] of [['unspecified', []], ['poisoned', ['m1 stale open']]] as const) {
      const tenant = await detecting(database, unretired)
      await tenant.emend.faults.withdraw((await tenant.emend.faults.add({ memoryId: 'm1', type })).id)
      expect([type, await tenant.reports('failed_retirement')]).toEqual([type, reported])
    }
  })

  test('two runs at once make one fault: the one that comes later waits for the other and leaves it out', async () => {
    const tenant = await detecting(database, unretired)
    const report = (trx: Parameters<Parameters<typeof tenant.run>[1]>[0]) => sql`
      select emend.report_findings(${tenant.tenantId}, 'failed_retirement', 'stale', array(select node_id from emend.node where external_id = 'm1'),
        array['once'], array[1]::real[], false)`.execute(trx)
    const counts = await tenant.run('detector', async (first) => {
      const one = await report(first)
      const later = tenant.run('detector', report)
      await blocked()
      return [one.rows.length, later] as const
    }).then(async ([one, later]) => [one, (await later).rows.length])
    expect(counts).toEqual([1, 0])
  })

  /** Until a transaction of this database waits for another one. */
  async function blocked(): Promise<void> {
    const waiting = () => sql<{ n: number }>`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db)
    while ((await waiting()).rows[0]?.n === 0);
  }

  test('a dry run reports nothing, and nothing of one tenant is found in another', async () => {
    const tenant = await detecting(database, unretired)
    const other = await detecting(database, [memory('m1', { status: 'active' })])
    expect(await tenant.finds('failed_retirement')).toEqual(['m1'])
    expect(await tenant.emend.faults.list()).toEqual([])
    expect(await other.reports('failed_retirement')).toEqual([])
    expect(await tenant.states()).toEqual(['m1 active'])
  })
})

describe('a fault that is held for a person', () => {
  test('takes the memory out of retrieval and is planned by nobody, until it is released', async () => {
    const tenant = await detecting(database, unretired)
    expect(await tenant.reports('failed_retirement', { hold: true })).toEqual(['m1 stale held'])
    expect(await tenant.states()).toEqual(['m1 active withheld'])
    await drain(database, newLog())
    expect(await tenant.emend.repairs.list()).toEqual([])
    const status = await tenant.emend.status()
    expect([status.held.map(({ memoryId: id, type }) => [id, type]), status.violations]).toEqual([[['m1', 'stale']], []])

    await tenant.emend.faults.release(status.held[0]!.faultId)
    await drain(database, newLog())
    expect((await tenant.emend.faults.list()).map(({ state }) => state)).toEqual(['done'])
    expect(await tenant.states()).toEqual(['m1 deleted'])
    expect((await tenant.emend.status()).violations).toEqual([])
    await expect(tenant.emend.faults.release(status.held[0]!.faultId)).rejects.toMatchObject({ code: 'not_held' })
    await expect(tenant.emend.faults.release(99_999)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('gives the memory back when it is withdrawn, unless another fault has it', async () => {
    const tenant = await detecting(database, [memory('m1'), memory('m2')])
    const [one, two, three] = await Promise.all([
      tenant.emend.faults.add({ memoryId: 'm1', hold: true, confidence: 0.4 }), tenant.emend.faults.add({ memoryId: 'm2', hold: true }),
      tenant.emend.faults.add({ memoryId: 'm2', type: 'stale' })])
    expect([one.state, two.state, three.state]).toEqual(['held', 'held', 'open'])
    await tenant.emend.faults.withdraw(one.id)
    await tenant.emend.faults.withdraw(three.id)
    expect(await tenant.states()).toEqual(['m1 active', 'm2 active withheld'])
    await tenant.emend.faults.withdraw(two.id)
    expect(await tenant.states()).toEqual(['m1 active', 'm2 active'])
  })

  test('is what a detector of others may say in SQL, and no other state', async () => {
    const tenant = await detecting(database, [memory('m1'), memory('m2')])
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    try {
      await client.query('set role emend_detector')
      await client.query('select emend.use_tenant($1)', [tenant.name])
      await client.query(`insert into emend.fault (memory_id, type, confidence, state) values ('m1', 'stale', 0.6, 'held')`)
      for (const state of ['claimed', 'done', 'withdrawn']) {
        await expect(client.query(`insert into emend.fault (memory_id, state) values ('m2', $1)`, [state])).rejects.toMatchObject({ code: '42501' })
      }
    } finally {
      await client.end()
    }
    expect(await tenant.states()).toEqual(['m1 active withheld', 'm2 active'])
  })
})

describe('workers', () => {
  test('every detector is off until it is enabled, per tenant, and can be held', async () => {
    const [tenant, other] = [await detecting(database), await detecting(database)]
    expect((await tenant.emend.detectors.list()).filter(({ isEnabled }) => isEnabled)).toEqual([])
    expect(await tenant.emend.detectors.run()).toEqual([])
    await tenant.emend.detectors.enable('drift')
    await tenant.emend.detectors.enable('drift', { hold: true })
    const enabled = async (emend: typeof tenant.emend) => (await emend.detectors.list()).filter(({ isEnabled }) => isEnabled).map(({ name, isHolding }) => `${name} ${String(isHolding)}`)
    expect([await enabled(tenant.emend), await enabled(other.emend)]).toEqual([['drift true'], []])
    expect((await tenant.emend.detectors.run()).map(({ detector, isHeld }) => [detector, isHeld])).toEqual([['drift', true]])
    await tenant.emend.detectors.disable('drift')
    expect(await enabled(tenant.emend)).toEqual([])
  })

  test('cron runs those that are enabled, in their tenants only, and catches up with what it missed while no worker ran', async () => {
    const own = await testDatabase()
    const [on, off] = [await detecting(own, unretired), await detecting(own, unretired)]
    await on.emend.detectors.enable('failed_retirement', { hold: true })
    // As if a worker had run until three minutes ago: the next one finds two turns of cron missed and makes up for them once.
    await sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      values ('emend_schedule_detectors', now() - interval '1 hour', now() - interval '3 minutes')`.execute(own.db)
    const worker = await runWorker({
      db: own.db, url: own.url, depsOf: () => stubDeps(own, newLog()), concurrency: 2, sweepMs: 200, detectCron: '* * * * *', handleSignals: false,
    })
    try {
      const faults = () => inTenant(own.db, { tenantId: on.tenantId, role: 'auditor' }, (trx) => trx.selectFrom('fault').select(['memory_id', 'state', 'detector', 'reported_by']).execute())
      while ((await faults()).length === 0) await new Promise((resolve) => { setTimeout(resolve, 20) })
      expect(await faults()).toEqual([{ memory_id: 'm1', state: 'held', detector: 'emend/failed_retirement', reported_by: 'emend_detector' }])
    } finally {
      await worker.stop()
    }
    expect(await off.emend.faults.list()).toEqual([])
  })

  test('a cron that is none is said by name', async () => {
    await expect(runWorker({ db: database.db, url: database.url, depsOf: () => stubDeps(database, newLog()), detectCron: 'every 5 x * *', handleSignals: false }))
      .rejects.toMatchObject({ code: 'bad_config' })
  })
})

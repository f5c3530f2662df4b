/**
 * Recorders against faults: under every order of commits, whoever cites a diagnosed memory has either committed before the fault, and is
 * seen by it, or is refused. Real connections; no sleeps: each is let run to the lock that it waits for.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import { EmendError } from '../../src/errors.js'
import { testDatabase } from '../database.js'
import { claim, memory, step } from './items.js'
import { recorder } from './recorder.js'

const database = await testDatabase()
const fresh = () => recorder(database)

/** A connection in an open transaction of a tenant. */
async function transaction(tenantId: number, role: 'agent' | 'detector') {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('begin')
  await client.query(`select set_config('emend.tenant_id', $1, true), set_config('role', $2, true)`, [String(tenantId), `emend_${role}`])
  const pid = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
  return {
    query: (text: string, values?: unknown[]) => client.query(text, values),
    async commit() {
      await client.query('commit')
      await client.end()
    },
    async abort() {
      await client.query('rollback')
      await client.end()
    },
    /** Until it waits for a lock. */
    async waits() {
      for (;;) {
        const { rows } = await sql<{ waits: boolean }>`select wait_event_type = 'Lock' as waits from pg_stat_activity where pid = ${pid}`.execute(database.db)
        if (rows[0]?.waits) return
      }
    },
  }
}

const record = 'select * from emend.record_steps($1::jsonb)'
const insertFault = "insert into emend.fault (memory_id) values ('m')"

test('a fault waits for a recorder that came first, and then finds its edge', async () => {
  const tenant = await fresh()
  await tenant.record([memory('m')])
  const recording = await transaction(tenant.tenantId, 'agent')
  await recording.query(record, [JSON.stringify([claim('c', ['m'])])])
  const detecting = await transaction(tenant.tenantId, 'detector')
  const inserted = detecting.query(insertFault)
  await detecting.waits()
  await recording.commit()
  await inserted
  const { rows } = await detecting.query('select count(*)::int as edges from emend.edge where label = $1', ['cite'])
  expect(rows).toEqual([{ edges: 1 }])
  await detecting.commit()
  expect(await tenant.states()).toEqual(['m active withheld'])
})

test('a recorder waits for a fault that came first, and is refused then', async () => {
  const tenant = await fresh()
  await tenant.record([memory('m')])
  const detecting = await transaction(tenant.tenantId, 'detector')
  await detecting.query(insertFault)
  const recording = await transaction(tenant.tenantId, 'agent')
  const recorded = recording.query(record, [JSON.stringify([claim('c', ['m'])])]).catch((error: unknown) => error)
  await recording.waits()
  await detecting.commit()
  expect(await recorded).toMatchObject({ detail: expect.stringContaining('emend:withdrawn_evidence') as string })
  await recording.abort()
  expect(await tenant.edges()).toEqual([])
})

test('a recorder that waited for a fault that was rolled back goes on', async () => {
  const tenant = await fresh()
  await tenant.record([memory('m')])
  const detecting = await transaction(tenant.tenantId, 'detector')
  await detecting.query(insertFault)
  const recording = await transaction(tenant.tenantId, 'agent')
  const recorded = recording.query(record, [JSON.stringify([claim('c', ['m'])])])
  await recording.waits()
  await detecting.abort()
  await recorded
  await recording.commit()
  expect(await tenant.edges()).toEqual(['m -cite-> c'])
})

test('unrelated writes do not wait for a fault', async () => {
  const tenant = await fresh()
  await tenant.record([memory('m'), memory('ok')])
  const detecting = await transaction(tenant.tenantId, 'detector')
  await detecting.query(insertFault)
  await tenant.record([claim('c', ['ok'])])
  await detecting.commit()
  expect(await tenant.edges()).toEqual(['ok -cite-> c'])
})

test('escapes = 0: eight recorders race with the fault, and no edge to the memory commits after it', async () => {
  const tenant = await fresh()
  await tenant.record([memory('m'), memory('ok')])
  let refused = 0
  const seen = { edges: -1 }
  const write = async (writer: number) => {
    for (let i = 0; i < 25; i++) {
      try {
        await tenant.record([
          claim(`c${writer}-${i}`, ['ok', 'm'], { session: `S${writer}` }),
          step('memory_write', `w${writer}-${i}`, { session: `S${writer}`, used_ids: [`c${writer}-${i}`], generated_memory_ids: [`n${writer}-${i}`] }),
          memory(`n${writer}-${i}`, { derived_from: ['m'] }),
        ])
      } catch (error) {
        if (!(error instanceof EmendError) || error.code !== 'withdrawn_evidence') throw error
        refused++
      }
    }
  }
  const countEdges = `select count(*) as edges from emend.edge e join emend.node n on n.node_id = e.source_id where n.external_id = 'm'`
  let start = (): void => {}
  const started = new Promise<void>((resolve) => { start = resolve })
  const fault = started.then(() => inTenant(database.db, { tenantId: tenant.tenantId, role: 'detector' }, async (trx) => {
    await sql.raw(insertFault).execute(trx)
    seen.edges = (await sql.raw<{ edges: number }>(countEdges).execute(trx)).rows[0]!.edges
  }))
  const writers = Array.from({ length: 8 }, (_, writer) => write(writer))
  await Promise.race(writers.map(async () => { while ((await tenant.edges()).length < 30); }))
  start()
  await Promise.all([...writers, fault])
  const { rows } = await tenant.run('auditor', (trx) => sql.raw<{ edges: number }>(countEdges).execute(trx))
  expect(rows[0]!.edges).toBe(seen.edges)
  expect(seen.edges).toBeGreaterThan(0)
  expect(refused).toBeGreaterThan(0)
})

test('two recorders of the same items at the same moment: one records, the other finds them', async () => {
  const tenant = await fresh()
  const items = [memory('m'), claim('c', ['m']), step('memory_write', 'w', { used_ids: ['c'], generated_memory_ids: ['n'] }), memory('n')]
  const results = await Promise.all(Array.from({ length: 6 }, () => tenant.record(items)))
  expect(results.filter((result) => result.every(({ isNew }) => isNew)).length).toBe(1)
  expect(results.filter((result) => result.every(({ isNew }) => !isNew)).length).toBe(5)
  expect(await tenant.edges()).toEqual(['c -support-> w', 'm -cite-> c', 'w -produce-> n'])
})

test('ids of the clock run forward along every edge, whoever records at once', async () => {
  const tenant = await fresh()
  await tenant.record([memory('m0')])
  await Promise.all(Array.from({ length: 6 }, async (_, writer) => {
    for (let i = 1; i < 15; i++) {
      await tenant.record([claim(`x${writer}-${i}`, ['m0', ...(i > 1 ? [`x${writer}-${i - 1}`] : [])], { session: `T${writer}` })])
    }
  }))
  const { rows } = await tenant.run('auditor', (trx) => sql`select 1 from emend.edge where source_id >= target_id`.execute(trx))
  expect(rows).toEqual([])
})

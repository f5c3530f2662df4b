/** A fault row contains its memory in its own transaction (guarantee G2), whoever inserts it and however many there are. */
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import { fromDatabase } from '../../src/errors.js'
import { testDatabase } from '../database.js'
import { claim, memory, step } from './items.js'
import { recorder } from './recorder.js'

const database = await testDatabase()
const fresh = () => recorder(database)

test('a detector needs no more than a tenant and an insert', async () => {
  const tenant = await fresh()
  await tenant.record([memory('m'), memory('other')])
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('set role emend_detector')
  await client.query('select emend.use_tenant($1)', [tenant.name])
  await client.query("insert into emend.fault (memory_id, type, detector) values ('m', 'poisoned', 'page-check')")
  expect(await tenant.states()).toEqual(['m active withheld', 'other active'])
  const { rows: [event] } = await tenant.run('auditor', (trx) => sql`
    select type, n.external_id as id, fault_id is not null as "hasFault" from emend.event e join emend.node n using (node_id)`.execute(trx))
  expect(event).toEqual({ type: 'fault:opened', id: 'm', hasFault: true })
  const { rows: [entry] } = await tenant.run('auditor', (trx) => sql`select action, from_status, to_status, reason, actor from emend.journal`.execute(trx))
  expect(entry).toEqual({ action: 'withhold', from_status: 'active', to_status: 'withheld', reason: 'diagnosed by page-check', actor: 'emend_detector' })
  await expect(client.query("update emend.memory_state set is_withheld = false")).rejects.toThrow('permission denied')
  await client.end()
})

test('a fault names a memory that exists in its tenant', async () => {
  const tenant = await fresh()
  const other = await fresh()
  await other.record([memory('foreign')])
  await tenant.record([memory('m'), claim('c', ['m'])])
  await expect(tenant.fault('c')).rejects.toMatchObject({ code: 'not_a_memory', where: { id: 'c' } })
  await expect(tenant.fault('foreign')).rejects.toMatchObject({ code: 'unknown_id', where: { id: 'foreign' } })
  await expect(tenant.run('detector', (trx) => trx.insertInto('fault').values({ tenant_id: tenant.tenantId, memory_id: 'm', failed_answer_id: 'nix' }).execute()))
    .rejects.toMatchObject({ code: 'unknown_id', where: { id: 'nix' } })
  const unchosen: unknown = await sql`insert into emend.fault (memory_id) values ('m')`.execute(database.db).catch(fromDatabase)
  expect(unchosen).toBeInstanceOf(Error)
  expect(await tenant.states()).toEqual(['m active'])
})

test('a memory that is superseded or deleted already can be diagnosed', async () => {
  const tenant = await fresh()
  await tenant.record([memory('a'), memory('b'), step('memory_delete', 'd', { consumed_memory_ids: ['a'] }), memory('b2', { supersedes: ['b'] })])
  await tenant.fault('a')
  await tenant.fault('b')
  expect(await tenant.states()).toEqual(['a deleted withheld', 'b superseded withheld', 'b2 active'])
})

test('a thousand faults in one INSERT, doubles among them, are contained in one pass with one nudge', async () => {
  const tenant = await fresh()
  await tenant.record(Array.from({ length: 900 }, (_, i) => memory(`m${i}`)))
  await tenant.run('detector', (trx) => sql`
    insert into emend.fault (memory_id, type, detector) select 'm' || i % 900, 'stale', 'sweep' from generate_series(1, 1000) i`.execute(trx))
  expect((await tenant.states()).filter((state) => !state.endsWith(' active withheld'))).toEqual([])
  const { rows: [count] } = await tenant.run('auditor', (trx) => sql`
    select (select count(*) from emend.fault) as faults, (select count(*) from emend.event where type = 'fault:opened') as events`.execute(trx))
  expect(count).toEqual({ faults: 900, events: 900 }) // a double says nothing new
  const { rows: jobs } = await sql`select task_identifier from graphile_worker.jobs where key like ${`%:${tenant.tenantId}`}`.execute(database.db)
  expect(jobs).toEqual([{ task_identifier: 'emend_open' }])
})

test('what a detector says again while its fault is unsettled is no second fault, and the rest of its INSERT goes on', async () => {
  const tenant = await fresh()
  await tenant.record([memory('m'), memory('n'), claim('c', ['m'])])
  const say = async (values: string): Promise<number> =>
    (await tenant.run('detector', (trx) => sql`insert into emend.fault (memory_id, detector, failed_answer_id, policy, state) values ${sql.raw(values)} returning fault_id`.execute(trx))).rows.length
  expect(await say("('m', 'nightly', null, null, 'held')")).toBe(1)
  expect(await say("('m', 'nightly', null, null, 'held'), ('n', 'nightly', null, null, 'open'), ('n', 'nightly', null, null, 'open')")).toBe(1)
  // News: another detector, a report that is sure where the first was held, another answer to repair, another arm.
  expect(await say("('m', 'page-check', null, null, 'held')")).toBe(1)
  expect(await say("('m', 'nightly', null, null, 'open')")).toBe(1)
  expect(await say("('m', 'nightly', 'c', null, 'open')")).toBe(1)
  expect(await say("('n', 'nightly', null, 'paper', 'open')")).toBe(1)
  // No news, though less is said of it.
  expect(await say("('m', 'nightly', 'c', null, 'held'), ('n', 'nightly', null, null, 'held'), ('n', 'nightly', null, 'paper', 'open')")).toBe(0)
  // A fault that is settled is over: what is said then is news.
  await tenant.run('admin', (trx) => sql`select emend.withdraw_fault(${tenant.tenantId}::integer, fault_id, 'person') from emend.fault where memory_id = 'n' order by fault_id`.execute(trx))
  expect(await say("('n', 'nightly', null, null, 'open')")).toBe(1)
  expect(await tenant.states()).toEqual(['m active withheld', 'n active withheld'])
})

test('a queue that is broken does not keep a fault from committing', async () => {
  const tenant = await fresh()
  await tenant.record([memory('m')])
  await sql`alter schema graphile_worker rename to graphile_gone`.execute(database.db)
  try {
    await tenant.fault('m')
  } finally {
    await sql`alter schema graphile_gone rename to graphile_worker`.execute(database.db)
  }
  expect(await tenant.states()).toEqual(['m active withheld'])
})

test('detectors that diagnose the same memories at the same moment, in any order, do not deadlock', async () => {
  const tenant = await fresh()
  const ids = Array.from({ length: 20 }, (_, i) => `m${i}`)
  await tenant.record(ids.map((id) => memory(id)))
  const insert = (order: string[]) => inTenant(database.db, { tenantId: tenant.tenantId, role: 'detector' }, (trx) =>
    trx.insertInto('fault').values(order.map((memory_id) => ({ memory_id, tenant_id: tenant.tenantId }))).execute())
  await Promise.all(Array.from({ length: 10 }, (_, i) => insert(i % 2 ? ids : ids.toReversed())))
  const { rows } = await sql<{ deadlocks: number }>`select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`.execute(database.db)
  expect(rows[0]?.deadlocks).toBe(0)
})

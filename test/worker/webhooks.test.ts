/** Webhooks, with receivers that take a message, refuse it, never answer, and are gone. */
import { createHmac } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../src/config.js'
import { inTenant } from '../../src/db/transaction.js'
import { openStore, type EmendTenant } from '../../src/index.js'
import { runWorker } from '../../src/worker/run-worker.js'
import { deliverMessages } from '../../src/worker/webhooks/deliver-messages.js'
import { signatureHeaders } from '../../src/worker/webhooks/sign-message.js'
import { buildOnce } from '../build-once.js'
import { testDatabase } from '../database.js'
import { callbackServer, type CallbackServer } from '../tools/callback-server.js'

const database = await testDatabase()
const apart = await testDatabase()
const store = await openStore({ databaseUrl: database.url })
const key = Buffer.from('a key of thirty-two bytes or more')
const secret = `whsec_${key.toString('base64')}`
const [good, other] = [await callbackServer(), await callbackServer()]
beforeAll(() => { vi.stubEnv('EMEND_OUTBOUND_HOSTS', '127.0.0.1') })
beforeEach(() => {
  for (const at of [good, other]) Object.assign(at, { received: [], says: [], otherwise: { status: 204, text: '' } })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await store.close()
})

let named = 0
async function tenant(): Promise<{ emend: EmendTenant; tenantId: number; deliver(timeoutMs?: number): Promise<number | null> }> {
  const name = `hooks${++named}`
  vi.stubEnv(`EMEND_SECRET_${name}__HOOK`, secret)
  const emend = await store.tenant(name)
  const { rows } = await sql<{ id: number }>`select emend.resolve_tenant(${name}) as id`.execute(database.db)
  const tenantId = rows[0]!.id
  return { emend, tenantId, deliver: (timeoutMs = 2_000) => deliverMessages({ db: database.db, config: readConfig({}), timeoutMs }, tenantId) }
}
/** m1 is wrong, and told in two sessions. */
async function told(emend: EmendTenant): Promise<void> {
  await emend.memories.add('The plan of Kim is Silver, a secret.', { id: 'm1', userId: 'kim', source: 'tool_observation' })
  for (const session of ['k1', 'k2']) {
    await emend.inputs.add('Which plan do I have?', { id: `u-${session}`, sessionId: session, userId: 'kim' })
    await emend.steps.record({ id: `a-${session}`, sessionId: session, type: 'final_answer', content: 'The plan of Kim is Silver.', usedIds: [`u-${session}`, 'm1'] })
  }
}
const types = ({ received }: CallbackServer) => received.map(({ body }) => body['type'])
const ids = ({ received }: CallbackServer) => received.map(({ headers }) => headers['webhook-id'])
/** Whatever waits is due now. */
const hurry = (tenantId: number) => inTenant(database.db, { tenantId, role: 'worker' }, (trx) => trx.updateTable('webhook_message').set({ due_at: sql`now()` }).where('state', '=', 'pending').execute())

test('a receiver is told what happens, once each, in order, in ids, with a signature that it can check', async () => {
  const { emend } = await tenant()
  await emend.settings.change({ review: { mode: 'always' } })
  const webhook = await emend.webhooks.add({ url: good.url, secret: 'HOOK' })
  await told(emend)
  const fault = await emend.faults.add({ memoryId: 'm1', failedAnswerId: 'a-k2', evidence: 'a secret too' })
  await emend.work({ once: true })
  expect(types(good)).toEqual(['fault.opened', 'repair.waiting'])
  const [{ id: repairId } = { id: 0 }] = await emend.repairs.list()
  await emend.repairs.approve(repairId)
  await emend.work({ once: true })
  expect(types(good)).toEqual(['fault.opened', 'repair.waiting', 'repair.planned', 'answer.stale', 'answer.corrected', 'repair.done'])
  expect(new Set(ids(good)).size).toBe(6)
  expect(good.received[0]?.body).toEqual({ type: 'fault.opened', timestamp: expect.any(String), data: { tenant: emend.tenant, eventId: expect.any(Number), faultId: fault.id, nodeId: 'm1' } })
  expect(good.received[1]?.body).toMatchObject({ data: { repairId, proposal: { hash: expect.stringMatching(/^[0-9a-f]{64}$/), effects: { delete: ['m1'], invalidate: expect.arrayContaining(['a-k1', 'a-k2']) }, growth: null } } })
  expect(good.received[3]?.body).toMatchObject({ data: { repairId, nodeId: 'a-k1' } })
  expect(JSON.stringify(good.received)).not.toMatch(/Silver|secret/)
  for (const { headers, body } of good.received) {
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${JSON.stringify(body)}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(300)
  }
  expect(await emend.webhooks.list()).toMatchObject([{ id: webhook.id, pending: 0, sent: 6, givenUp: 0, lastError: null }])
})

test('a receiver is told by what a plan has grown since it was approved', async () => {
  const before = good.received.length
  const { emend } = await tenant()
  await emend.settings.change({ review: { mode: 'always' } })
  await emend.webhooks.add({ url: good.url, secret: 'HOOK', types: ['repair.waiting'] })
  await told(emend)
  await emend.faults.add({ memoryId: 'm1', failedAnswerId: 'a-k2' })
  await emend.work({ once: true })
  const [{ id: repairId } = { id: 0 }] = await emend.repairs.list()
  await emend.repairs.approve(repairId, 'ruth')
  await emend.memories.add('Kim pays for Silver, a secret.', { id: 'm2', userId: 'kim', usedIds: ['a-k1'], sessionId: 'k1', onWithdrawn: 'accept' })
  await emend.work({ once: true })
  const told2 = good.received.slice(before).map(({ body }) => (body['data'] as { proposal: { growth: { quarantine: string[] } | null } }).proposal)
  expect(told2).toMatchObject([{ growth: null }, { growth: { affected: 2, delete: [], quarantine: ['m2'], call: [] } }])
  expect((await emend.events.list({ repairId })).filter(({ type }) => type === 'repair:waiting').map(({ proposal }) => proposal)).toEqual(told2)
  expect(JSON.stringify(good.received)).not.toMatch(/Silver|secret/)
})

test('the signature is the one of the Standard Webhooks specification; several secrets give several', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' }
  expect(signatureHeaders(message, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek', 'webhook-timestamp': '1614265330', 'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
  expect(signatureHeaders(message, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw plain')['webhook-signature']).toMatch(/^v1,g0hM9SsE\S+ v1,\S+$/)
})

test('a receiver that fails twice is told again, later each time, under the same id, and what came after waits behind', async () => {
  const { emend, tenantId, deliver } = await tenant()
  await emend.webhooks.add({ url: good.url, secret: 'HOOK', types: ['fault.opened'] })
  for (const id of ['m1', 'm2']) {
    await emend.memories.add(`note ${id}`, { id })
    await emend.faults.add({ memoryId: id })
  }
  good.says = [{ status: 500, text: 'boom' }, 'hangs up']
  const waits = [await deliver(), (await hurry(tenantId), await deliver()), (await hurry(tenantId), await deliver())]
  expect(waits.map((ms) => (ms === null ? null : Math.round(ms / 1000)))).toEqual([1, 5, null])
  const [first, second] = [ids(good)[0], ids(good)[3]]
  expect(ids(good)).toEqual([first, first, first, second])
  expect(await emend.webhooks.list()).toMatchObject([{ pending: 0, sent: 2, lastError: null }])
})

test('a receiver that never answers delays no other one, and one that is down is not asked for each message', async () => {
  const { emend, tenantId, deliver } = await tenant()
  other.otherwise = 'nothing'
  await emend.webhooks.add({ url: other.url, secret: 'HOOK' })
  await emend.webhooks.add({ url: good.url, secret: 'HOOK' })
  await told(emend)
  await emend.repairs.run(await emend.repairs.openFor((await emend.faults.add({ memoryId: 'm1', failedAnswerId: 'a-k2' })).id))
  await deliver(200)
  expect(types(good)).toEqual(['fault.opened', 'repair.planned', 'answer.stale', 'answer.corrected', 'repair.done'])
  expect(types(other)).toEqual(['fault.opened'])
  const [silent] = await emend.webhooks.list()
  expect(silent).toMatchObject({ pending: 5, lastError: 'no answer in time' })
  for (let attempt = 0; attempt < 10; attempt++) {
    await hurry(tenantId)
    await deliver(50)
  }
  expect((await emend.webhooks.list())[0]).toMatchObject({ pending: 4, givenUp: 1 })
})

test('a receiver that is gone is told nothing any more; one in a private network never is', async () => {
  const { emend, tenantId, deliver } = await tenant()
  good.otherwise = { status: 410, text: '' }
  await emend.webhooks.add({ url: good.url, secret: 'HOOK', types: ['fault.opened'] })
  await emend.memories.add('x', { id: 'm1' })
  await emend.faults.add({ memoryId: 'm1' })
  expect(await deliver()).toBeNull()
  await emend.memories.add('y', { id: 'm2' })
  await emend.faults.add({ memoryId: 'm2' })
  await deliver()
  expect([types(good), await emend.webhooks.list()]).toMatchObject([['fault.opened'], [{ disabledAt: expect.any(Date), givenUp: 1, pending: 0 }]])

  await inTenant(database.db, { tenantId, role: 'admin' }, (trx) => trx.insertInto('webhook').values({ url: 'https://169.254.169.254/', secret: 'HOOK' }).execute())
  await inTenant(database.db, { tenantId, role: 'admin' }, (trx) => trx.insertInto('webhook').values({ url: other.url, secret: 'NOBODY' }).execute())
  await emend.memories.add('z', { id: 'm3' })
  await emend.faults.add({ memoryId: 'm3' })
  await deliver()
  expect((await emend.webhooks.list()).slice(1).map(({ lastError }) => lastError)).toEqual(['address_refused', 'secret_missing'])
  expect(other.received).toEqual([])
  await expect(emend.webhooks.add({ url: 'https://localhost/', secret: 'HOOK' })).rejects.toMatchObject({ code: 'address_refused' })
  await expect(emend.webhooks.remove(4711)).rejects.toMatchObject({ code: 'not_found' })
  for (const { id } of await emend.webhooks.list()) await emend.webhooks.remove(id)
  expect(await deliver()).toBeNull()
})

test('a worker that dies between sending and noting it leaves the message to the next one, which sends it under the same id', async () => {
  buildOnce()
  const alone = await openStore({ databaseUrl: apart.url })
  try {
    const emend = await alone.tenant('hooks')
    await emend.webhooks.add({ url: good.url, secret: 'HOOK', types: ['fault.opened'] })
    await emend.memories.add('x', { id: 'm1' })
    await emend.faults.add({ memoryId: 'm1' })
    const work = async (failpoint: string) => {
      const worker = spawn(process.execPath, [resolve('dist/cli/main.js'), 'worker', '--once'], {
        env: {
          PATH: process.env['PATH'] ?? '', DATABASE_URL: apart.url, EMEND_SERVE_AS_OWNER: 'true', EMEND_OUTBOUND_HOSTS: '127.0.0.1',
          EMEND_SECRET_hooks__HOOK: secret, EMEND_FAILPOINTS: failpoint,
        }, stdio: 'ignore',
      })
      return (await once(worker, 'exit')) as [number | null, string | null]
    }
    expect(await work('webhook-sent')).toEqual([null, 'SIGKILL'])
    expect((await emend.webhooks.list())[0]).toMatchObject({ pending: 1, sent: 0 })
    await inTenant(apart.db, { tenantId: 1, role: 'worker' }, (trx) => trx.updateTable('webhook_message').set({ due_at: sql`now()` }).execute()) // its hold has run out
    expect(await work('')).toEqual([0, null])
    expect([good.received.length, new Set(ids(good)).size]).toEqual([2, 1])
    expect((await emend.webhooks.list())[0]).toMatchObject({ pending: 0, sent: 1 })
  } finally {
    await alone.close()
  }
}, 60_000)

test('receivers that take their time hold no place of a worker, and each is asked one at a time, in order', async () => {
  const own = await testDatabase()
  const apart = await openStore({ databaseUrl: own.url })
  const emend = await apart.tenant('slow')
  for (let index = 0; index < 6; index++) await emend.memories.add(`note ${index}`, { id: `m${index}` })
  vi.stubEnv('EMEND_SECRET_slow__HOOK', secret)
  await emend.webhooks.add({ url: good.url, secret: 'HOOK', types: ['fault.opened'] })
  let release = (): void => {}
  const held = new Promise<void>((resolve) => { release = resolve })
  let looks = 0
  const worker = await runWorker({
    db: own.db, url: own.url, concurrency: 1, sweepMs: 100, handleSignals: false,
    depsOf: () => { looks += 1; throw new Error('nothing to work with') },
    deliver: async (tenantId) => {
      await held
      return deliverMessages({ db: own.db, config: readConfig({}) }, tenantId)
    },
  })
  try {
    for (let index = 0; index < 6; index++) await emend.faults.add({ memoryId: `m${index}`, hold: index < 5 })
    await expect.poll(() => looks, { timeout: 20_000 }).toBeGreaterThan(0) // the one place is free
    release()
    const two = await Promise.all([1, 2].map(() => deliverMessages({ db: own.db, config: readConfig({}) }, 1)))
    expect(two).toHaveLength(2)
    await expect.poll(() => good.received.length, { timeout: 20_000 }).toBe(6)
    const told = good.received.map(({ body }) => (body['data'] as { eventId: number }).eventId)
    expect(told).toEqual(told.toSorted((one, other) => one - other))
  } finally {
    await worker.stop()
    await apart.close()
  }
}, 60_000)

test('no other tenant is told', async () => {
  const [one, two] = [await tenant(), await tenant()]
  await one.emend.webhooks.add({ url: good.url, secret: 'HOOK' })
  await two.emend.memories.add('x', { id: 'm1' })
  await two.emend.faults.add({ memoryId: 'm1' })
  await Promise.all([one.deliver(), two.deliver()])
  expect(good.received).toEqual([])
})

/** The events of a repair, seen while it runs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { buildServer } from '../../src/http/server.js'
import { openServer } from './open-server.js'
import { readEvents } from './read-events.js'

const { app, store, tenant, keys, database, log } = await openServer()
const at = await app.listen({ host: '127.0.0.1', port: 0 })
const whole = ['repair:opened', 'repair:planned', 'repair:applied', 'repair:replayed', 'repair:finished', 'repair:done']

/** A memory, what was answered with it, and a fault; its repair, opened. */
async function openRepair(id: string): Promise<number> {
  await tenant.memories.add(`The plan of ${id} is Silver.`, { id, userId: id, source: 'tool_observation' })
  await tenant.inputs.add('Which plan do I have?', { id: `u-${id}`, sessionId: `s-${id}`, userId: id })
  await tenant.steps.record({ id: `a-${id}`, sessionId: `s-${id}`, type: 'final_answer', content: `The plan of ${id} is Silver.`, usedIds: [`u-${id}`, id] })
  return tenant.repairs.openFor((await tenant.faults.add({ memoryId: id })).id)
}

test('who follows a repair sees each boundary as it is passed, and the stream ends with the repair', async () => {
  const repair = await openRepair('ana')
  const seen: string[] = []
  const following = readEvents(`${at}/v1/repairs/${repair}/events`, keys.agent, { enough: ({ event }) => { seen.push(event); return false } })
  for (const giveUp = Date.now() + 20_000; seen.length === 0 && Date.now() < giveUp;) await sleep(20)
  expect(seen).toEqual(['repair:opened']) // before anybody works
  await tenant.work({ once: true })
  const { status, type, events, hasEnded } = await following
  expect([status, type, hasEnded]).toEqual([200, 'text/event-stream', true])
  expect(events.map(({ event }) => event).filter((event) => event.startsWith('repair:'))).toEqual(whole)
  expect(events.map(({ event }) => event)).toContain('answer:corrected')
  for (const { id, event, data } of events) expect(data).toMatchObject({ id: Number(id), type: event, repairId: repair, at: expect.stringMatching(/^\d{4}-.*Z$/) })
  const ids = events.map(({ id }) => Number(id))
  expect(ids).toEqual([...ids].sort((a, b) => a - b))
})

test('with Last-Event-ID only what came after it is sent; nothing more will come of a repair that has ended', async () => {
  const repair = await openRepair('bob')
  await tenant.repairs.run(repair)
  const all = (await readEvents(`${at}/v1/repairs/${repair}/events`, keys.auditor)).events
  const planned = all.find(({ event }) => event === 'repair:planned')
  const rest = await readEvents(`${at}/v1/repairs/${repair}/events`, keys.auditor, { after: planned?.id ?? '' })
  expect(rest.events).toEqual(all.slice(all.indexOf(planned!) + 1))
  expect((await readEvents(`${at}/v1/repairs/${repair}/events`, keys.auditor, { after: all.at(-1)?.id ?? '' })).status).toBe(204)
})

test('a client that hangs up and comes back has missed nothing', async () => {
  const repair = await openRepair('kim')
  const working = tenant.repairs.run(repair)
  const types: string[] = []
  for (let after: string | undefined, hasEnded = false; !hasEnded;) {
    const part = await readEvents(`${at}/v1/repairs/${repair}/events`, keys.worker, { ...(after === undefined ? {} : { after }), enough: () => true })
    types.push(...part.events.map(({ event }) => event))
    after = part.events.at(-1)?.id ?? after
    hasEnded = part.hasEnded
  }
  await working
  expect(types.filter((type) => type.startsWith('repair:'))).toEqual(whole)
})

test('a follower is woken after the listener has lost its connection', async () => {
  const repair = await openRepair('pat')
  const seen: string[] = []
  const following = readEvents(`${at}/v1/repairs/${repair}/events`, keys.admin, { enough: ({ event }) => { seen.push(event); return false } })
  for (const giveUp = Date.now() + 20_000; seen.length === 0 && Date.now() < giveUp;) await sleep(20)
  await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'emend listener' and datname = current_database()`)
  await tenant.repairs.run(repair)
  expect((await following).events.map(({ event }) => event).filter((event) => event.startsWith('repair:'))).toEqual(whole)
})

test('twenty followers share one connection, and another tenant\'s key finds no repair', async () => {
  const repair = await openRepair('lee')
  const { secret } = await store.keys.create({ tenant: (await store.tenant('other')).tenant, role: 'admin' })
  expect((await readEvents(`${at}/v1/repairs/${repair}/events`, secret)).status).toBe(404)
  const following = Array.from({ length: 20 }, () => readEvents(`${at}/v1/repairs/${repair}/events`, keys.auditor))
  await tenant.repairs.run(repair)
  for (const { events } of await Promise.all(following)) expect(events.at(-1)?.event).toBe('repair:done')
  const { rows } = await database.pool.query(`select count(*)::int as n from pg_stat_activity where application_name = 'emend listener' and datname = current_database()`)
  expect(rows).toEqual([{ n: 1 }])
})

test('a stop ends streams, answers what is under way, and takes nothing new', async () => {
  const repair = await openRepair('sam')
  const other = await buildServer({ store })
  const url = await other.listen({ host: '127.0.0.1', port: 0 })
  let isOpen = (): void => {}
  const opened = new Promise<void>((resolve) => { isOpen = resolve })
  const following = readEvents(`${url}/v1/repairs/${repair}/events`, keys.admin, { enough: () => { isOpen(); return false } })
  await opened
  const underWay = fetch(`${url}/v1/audit/status`, { headers: { authorization: `Bearer ${keys.admin}` } })
  await sleep(5)
  await other.close()
  expect((await following).hasEnded).toBe(true)
  expect([200, 503]).toContain((await underWay.catch(() => ({ status: 503 }))).status)
  await expect(fetch(`${url}/livez`)).rejects.toThrow('fetch failed')
  expect((await tenant.repairs.get(repair)).state).toBe('open')
  expect(log).toEqual([])
})

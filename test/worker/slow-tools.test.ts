/** Tools that take their time hold up nobody but their own tenant. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openStore, type EmendTenant } from '../../src/index.js'
import { testDatabase } from '../database.js'
import { heldServer } from '../tools/held-server.js'

const database = await testDatabase()
beforeAll(() => {
  vi.stubEnv('EMEND_OUTBOUND_HOSTS', '127.0.0.1')
  vi.stubEnv('EMEND_SERVE_AS_OWNER', 'true')
  vi.stubEnv('EMEND_WORKER_CONCURRENCY', '1')
  vi.stubEnv('EMEND_REPLAYS_PER_TENANT', '2')
  vi.stubEnv('EMEND_SWEEP_MS', '200')
})
afterAll(() => { vi.unstubAllEnvs() })
const slow = await heldServer()
const quick = await heldServer()

/** Turns of a tenant, each with a wrong memory, a call of the tool and an answer; one repair each. */
async function broken(emend: EmendTenant, url: string, names: string[]): Promise<number[]> {
  await emend.tools.register({ name: 'look_up', effect: 'pure', http: { url } })
  for (const name of names) {
    const at = { sessionId: name, userId: name }
    await emend.memories.add(`The router of ${name} is an AX-200.`, { id: `m-${name}`, userId: name, source: 'tool_observation' })
    await emend.memories.add(`The router of ${name} is a BX-300.`, { id: `n-${name}`, userId: name, source: 'tool_observation' })
    await emend.inputs.add('Which firmware?', { id: `u-${name}`, ...at })
    await emend.turns.record({
      ...at, turn: 1, steps: [
        { id: `t-${name}`, type: 'tool_action', content: 'look_up', usedIds: [`m-${name}`, `n-${name}`], tool: { name: 'look_up', args: { of: name }, callId: '1' } },
        { id: `o-${name}`, type: 'tool_observation', content: 'version 5', usedIds: [`t-${name}`], tool: { name: 'look_up', callId: '1' } },
        { id: `a-${name}`, type: 'final_answer', content: 'Version 5.', usedIds: [`u-${name}`, `o-${name}`] },
      ],
    })
  }
  const faults = []
  for (const name of names) faults.push(await emend.faults.add({ memoryId: `m-${name}`, failedAnswerId: `a-${name}` }))
  return Promise.all(faults.map(({ id }) => emend.repairs.openFor(id)))
}
/** Until a repair has ended. */
const ended = async (emend: EmendTenant, repairId: number): Promise<string> => {
  for await (const event of emend.events.follow(repairId)) void event
  return (await emend.repairs.get(repairId)).state
}

test('a tenant whose tool holds its answer has its share of replays; the repair of another ends meanwhile, with the one place for jobs that the worker has', async () => {
  const store = await openStore({ databaseUrl: database.url })
  const [first, second] = [await store.tenant('first'), await store.tenant('second')]
  const stop = new AbortController()
  const working = first.work({ signal: stop.signal })
  try {
    const repairs = await broken(first, slow.url, ['ana', 'bob', 'cy'])
    await slow.asked(2) // as many as it may have; the third one waits its turn
    quick.release()
    const [other = 0] = await broken(second, quick.url, ['dee'])
    expect(await ended(second, other)).toBe('done')
    expect(quick.count()).toBe(1)
    expect(slow.count()).toBe(2)
    expect(await Promise.all(repairs.map(async (id) => (await first.repairs.get(id)).state))).toEqual(['applied', 'applied', 'applied'])
    slow.release()
    expect(await Promise.all(repairs.map((id) => ended(first, id)))).toEqual(['done', 'done', 'done'])
    expect(slow.count()).toBe(3)
  } finally {
    slow.release()
    stop.abort()
    await working
    await store.close()
  }
})

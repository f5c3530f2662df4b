/** What Prometheus is told. */
import { expect, test } from 'vitest'
import { buildServer } from '../../src/http/server.js'
import { openStore } from '../../src/index.js'
import { openServer } from './open-server.js'

const { ask, tenant, store, database } = await openServer()

async function metrics(): Promise<Map<string, number>> {
  const { text } = await ask('GET', '/metrics', { key: null })
  return new Map(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))] as const))
}

test('stages of repairs, age of the queue, open faults, calls, tokens, sizes and the share that was replayed', async () => {
  await tenant.memories.add('The plan of Ana is Silver.', { id: 'm1', userId: 'ana', source: 'tool_observation' })
  await tenant.inputs.add('Which plan do I have?', { id: 'u1', sessionId: 's', userId: 'ana' })
  await tenant.steps.record({ id: 'a1', sessionId: 's', type: 'final_answer', content: 'The plan of Ana is Silver.', usedIds: ['u1', 'm1'] })
  const done = await tenant.faults.add({ memoryId: 'm1' })
  const report = await tenant.repairs.run(await tenant.repairs.openFor(done.id))
  await tenant.memories.add('another', { id: 'm2' })
  await tenant.faults.add({ memoryId: 'm2' })
  const isolated = await store.tenant('a benchmark', { isolated: true })
  await isolated.memories.add('x', { id: 'm1' })
  await isolated.faults.add({ memoryId: 'm1' })

  const read = await metrics()
  expect(read.get('emend_faults{state="open"}')).toBe(1) // the isolated tenant is not counted
  expect(read.get('emend_faults{state="done"}')).toBe(1)
  expect(read.get('emend_database_up')).toBe(1)
  expect(read.get('emend_repairs{state="done"}')).toBe(1)
  expect(read.get('emend_repairs{state="applied"}')).toBe(0)
  expect(read.get('emend_queue_oldest_seconds')).toBeGreaterThan(0)
  const [usage] = await tenant.usage()
  expect(read.get('emend_model_calls{outcome="any",purpose="replay"}') ?? read.get('emend_model_calls{purpose="replay",outcome="any"}')).toBe(report.calls.model)
  expect(usage?.purpose).toBe('replay')
  // m1, the write that made it, the answer
  expect(read.get('emend_affected_nodes{quantile="1"}')).toBe(report.plan.affected.length)
  expect(read.get('emend_replay_ratio')).toBeCloseTo(report.plan.replay_step_ids.length / report.plan.affected.filter((id) => id !== 'm1').length, 6)
})

test('without a database the numbers of the process are still told', async () => {
  const gone = await openStore({ databaseUrl: database.url })
  const app = await buildServer({ store: gone })
  await app.ready()
  await gone.close()
  const { statusCode, body } = await app.inject('/metrics')
  expect([statusCode, body]).toEqual([200, expect.stringMatching(/^emend_database_up 0$/m)])
  const ready = await app.inject('/readyz')
  expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'not ready', code: 'unexpected' }])
  expect((await app.inject('/livez')).statusCode).toBe(200)
  await app.close()
})

test('times of requests by route, never by what was in the path', async () => {
  await ask('GET', '/v1/memories/secret-id')
  await ask('GET', '/nowhere/secret-id')
  const read = await metrics()
  const names = [...read.keys()]
  expect(names.some((name) => name.startsWith('emend_http_request_duration_seconds_count') && name.includes('route="/v1/memories/:memoryId"') && name.includes('status="404"'))).toBe(true)
  expect(names.join('\n')).not.toContain('secret-id')
  expect(names.join('\n')).not.toContain('acme')
})

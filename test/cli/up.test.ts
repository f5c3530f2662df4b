/** `emend up` as somebody starts it: a process with a database, a worker and a server. */
import pg from 'pg'
import { expect, test } from 'vitest'
import { readEvents } from '../http/read-events.js'
import { ask, run, up } from './start-up.js'

test('it prints how to connect, repairs a fault that SQL reports, keeps tenants apart, and ends 0 on SIGTERM', async () => {
  const first = await up('--tenant', 'acme')
  try {
    const { http, key, database, tenant } = first.connections
    expect([tenant, key]).toEqual(['acme', expect.stringMatching(/^emend_\d+_[\w-]{43}$/)])
    expect((await ask(http, null, 'GET', '/readyz')).json).toEqual({ status: 'ready' })
    await ask(http, key, 'POST', '/v1/memories', { id: 'm1', content: 'The router of Ana is an AX-200.', userId: 'ana', source: 'tool_observation' })
    await ask(http, key, 'POST', '/v1/inputs', { id: 'u1', content: 'Which router do I have?', sessionId: 's', userId: 'ana' })
    await ask(http, key, 'POST', '/v1/steps', { id: 'a1', sessionId: 's', type: 'final_answer', content: 'An AX-200.', usedIds: ['u1', 'm1'] })

    const client = new pg.Client({ connectionString: database })
    await client.connect()
    await client.query(`select emend.use_tenant('acme')`)
    const { rows } = await client.query<{ fault_id: string }>(`insert into emend.fault (memory_id, type, detector) values ('m1', 'poisoned', 'sql') returning fault_id`)
    await client.end()
    const fault = Number(rows[0]?.fault_id)
    const { json: repair } = await ask(http, key, 'POST', '/v1/repairs', { faultId: fault })
    const { events } = await readEvents(`${http}/v1/repairs/${String(repair['id'])}/events`, key!)
    expect(events.at(-1)?.event).toBe('repair:done')
    expect((await ask(http, key, 'GET', '/v1/answers/a1/current')).json).toMatchObject({ isReplaced: true, validity: 'valid' })
    expect((await ask(http, key, 'GET', '/v1/memories/m1')).json).toMatchObject({ status: 'deleted', content: null })
    expect((await ask(http, null, 'GET', '/v1/memories/m1')).json).toMatchObject({ code: 'unauthorized' })
    expect(first.said.join('')).toContain('repair:verified')
  } finally {
    expect(await first.stop()).toBe(0)
  }
  await expect(fetch(first.connections.http)).rejects.toThrow('fetch failed')

  const second = await up('--tenant', 'acme')
  const other = await up('--tenant', 'other')
  try {
    expect(second.connections.key).toBeNull() // it was printed once
    expect((await ask(second.connections.http, first.connections.key, 'GET', '/v1/memories/m1')).status).toBe(200)
    const { http, key } = other.connections
    expect((await ask(http, key, 'GET', '/v1/memories/m1')).json).toMatchObject({ code: 'not_found' })
    expect((await ask(http, key, 'GET', '/v1/faults')).json).toEqual({ items: [], nextCursor: null })
  } finally {
    expect([await second.stop(), await other.stop()]).toEqual([0, 0])
  }
}, 120_000)

test('a port that somebody has is said, with what to do', async () => {
  const first = await up()
  try {
    const { status, stderr } = run('serve', '--port', new URL(first.connections.http).port)
    expect([status, stderr]).toEqual([4, expect.stringContaining('Choose another --host or --port')])
  } finally {
    expect(await first.stop()).toBe(0)
  }
}, 120_000)

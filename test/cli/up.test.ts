/** `emend up` as somebody starts it: a process with a database, a worker and a server. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildOnce } from '../build-once.js'
import { readEvents } from '../http/read-events.js'

const bin = resolve('dist/cli/main.js')
const cwd = mkdtempSync(join(tmpdir(), 'emend-up-'))
chmodSync(cwd, 0o755)
const env = { PATH: process.env['PATH'] ?? '', EMEND_SWEEP_MS: '500' }

interface Up {
  process: ChildProcess
  connections: { tenant: string; http: string; openapi: string; key: string | null; database: string }
  said: string[]
  stop(): Promise<number | null>
}

async function up(...flags: string[]): Promise<Up> {
  const child = spawn(process.execPath, [bin, 'up', '--port', '0', '--json', ...flags], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += String(chunk)
    if (printed.endsWith('}\n')) break
  }
  if (!printed.endsWith('}\n')) throw new Error(`emend up printed ${printed} and said ${said.join('')}`)
  return {
    process: child, connections: JSON.parse(printed) as Up['connections'], said,
    async stop() {
      if (child.exitCode !== null) return child.exitCode
      child.kill('SIGTERM')
      const [code] = (await once(child, 'exit')) as [number | null]
      return code
    },
  }
}

const ask = async (at: string, key: string | null, method: string, path: string, body?: unknown) => {
  const response = await fetch(`${at}${path}`, {
    method, headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, json: await response.json() as Record<string, unknown> }
}

beforeAll(buildOnce)
afterAll(() => rmSync(cwd, { recursive: true, force: true, maxRetries: 10 }))

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
    const taken = spawn(process.execPath, [bin, 'serve', '--port', new URL(first.connections.http).port], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    taken.stderr.on('data', (chunk: Buffer) => { said += chunk.toString() })
    const [code] = (await once(taken, 'exit')) as [number | null]
    expect([code, said]).toEqual([4, expect.stringContaining('Choose another --host or --port')])
  } finally {
    expect(await first.stop()).toBe(0)
  }
}, 120_000)

/** Agents whose tools live elsewhere are repaired as fully as one whose tool is a function of the same program. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { firmwareLookup } from '../../src/cli/demo/story.js'
import { openStore, type EmendTenant, type NewRegisteredTool, type RepairReport, type Tool } from '../../src/index.js'
import { buildOnce } from '../build-once.js'
import { testDatabase } from '../database.js'
import { readEvents } from '../http/read-events.js'
import { callbackServer } from './callback-server.js'

const question = 'Which firmware version should I install on my router model?'
const parameters = firmwareLookup.parameters ?? {}
const registered: NewRegisteredTool = { name: 'firmware_lookup', effect: 'pure', parameters, description: firmwareLookup.description }
const database = await testDatabase()
const store = await openStore({ databaseUrl: database.url })
const callback = await callbackServer()
beforeAll(() => { vi.stubEnv('EMEND_OUTBOUND_HOSTS', '127.0.0.1') })
beforeEach(() => {
  callback.received.length = 0
  callback.says = []
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await store.close()
})

/** What somebody else has said and a page has made of it. */
async function remember(emend: EmendTenant): Promise<string> {
  await emend.inputs.add('My router is a model BX-300.', { id: 'u0', sessionId: 'monday', userId: 'ana' })
  await emend.memories.add("The user's router is a model BX-300.", { id: 'm0', userId: 'ana', sessionId: 'monday', usedIds: ['u0'], source: 'user_input' })
  const { id } = await emend.memories.update('m0', 'The router model of the user is AX-200.', { userId: 'ana', agentId: 'page-reader', source: 'tool_observation' })
  return id
}

/** A turn as any agent records it, with whatever tool it has called. */
async function recordTurn(emend: EmendTenant, poisoned: string): Promise<void> {
  const at = { sessionId: 'tuesday', userId: 'ana' }
  await emend.inputs.add(question, { id: 'u1', ...at })
  const { readStepId } = await emend.memories.search(question, at)
  await emend.turns.record({
    ...at, turn: 1, steps: [
      { id: 'c1', type: 'claim', content: 'The router model of the user is AX-200.', usedIds: [readStepId, poisoned] },
      { id: 'p1', type: 'plan', content: 'look up the firmware of AX-200', usedIds: ['u1', 'c1'] },
      { id: 't1', type: 'tool_action', content: 'firmware_lookup(AX-200)', usedIds: ['p1'], tool: { name: 'firmware_lookup', callId: '1', args: { model: 'AX-200' } } },
      { id: 'o1', type: 'tool_observation', content: '{"model": "AX-200", "firmware_version": "5.1.0"}', usedIds: ['t1'], tool: { name: 'firmware_lookup', callId: '1' } },
      { id: 'a1', type: 'final_answer', content: 'Model AX-200 firmware version is 5.1.0.', usedIds: ['u1', 'c1', 'o1'] },
    ],
  })
}

let named = 0
/** A tenant of its own with the wrong turn in it, and what a repair of it comes to. */
async function broken(tools: Tool[] = []): Promise<{ emend: EmendTenant; start(): Promise<number>; repair(): Promise<RepairReport>; waits(): Promise<string | null> }> {
  const emend = await store.tenant(`tenant-${++named}`, { tools })
  const poisoned = await remember(emend)
  await recordTurn(emend, poisoned)
  let repairId = 0
  const start = async (): Promise<number> => {
    repairId ||= await emend.repairs.openFor((await emend.faults.add({ memoryId: poisoned, failedAnswerId: 'a1' })).id)
    return repairId
  }
  return {
    emend,
    start,
    repair: async () => emend.repairs.run(await start()),
    waits: async () => (await emend.repairs.get(repairId)).waitingFor,
  }
}

/** What a repair leaves, without ids that a program made up. */
const outcome = ({ state, answer, memories, calls, replayed, verify }: RepairReport) => ({
  state, answer, memories: memories.map(({ status, content }) => `${status}: ${content}`).sort(), calls, verify, replayed: replayed.map((step) => [step.state, step.changed]),
})

/** What it comes to when the tool is a function of the same program. */
const expected = await (async () => {
  const { repair } = await broken([firmwareLookup])
  return outcome(await repair())
})()

test('with a function as tool the answer is corrected', () => {
  expect(expected).toMatchObject({ state: 'done', answer: { before: 'Model AX-200 firmware version is 5.1.0.', after: expect.stringContaining('7.2.4') }, calls: { tool: { firmware_lookup: 1 } } })
})

describe('a callback', () => {
  test('gives the same repair', async () => {
    const { emend, repair } = await broken()
    callback.otherwise = { json: { model: 'BX-300', firmware_version: '7.2.4' } }
    await emend.tools.register({ ...registered, http: { url: callback.url } })
    expect(outcome(await repair())).toEqual(expected)
    expect(callback.received).toMatchObject([{ headers: { 'idempotency-key': expect.stringMatching(/^\d+:t1$/) }, body: { call: 'run', arguments: { model: 'BX-300' } } }])
    expect((await emend.audit.violations())).toEqual([])
  })

  test('of another tenant is not called', async () => {
    const { emend, repair } = await broken()
    const stranger = await store.tenant('stranger')
    await stranger.tools.register({ ...registered, http: { url: callback.url } })
    expect((await repair()).calls.tool).toEqual({}) // a repaired plan calls what its tenant knows
    expect(callback.received).toEqual([])
    expect(await emend.tools.registered()).toEqual([])
  })

  test('that does not answer is waited for by a person; approved, it is called with the same key', async () => {
    const { emend, repair, waits } = await broken()
    callback.otherwise = 'hangs up'
    await emend.tools.register({ ...registered, effect: 'irreversible', http: { url: callback.url } })
    await repair()
    expect([await waits(), callback.received.length]).toEqual(['tool', 0]) // irreversible: a person is asked first
    const { id } = (await emend.repairs.list())[0]!
    await emend.repairs.approve(id)
    await repair()
    expect([await waits(), callback.received.length]).toEqual(['tool', 1]) // and again, as nobody knows what became of it
    expect((await emend.status()).decisions).toMatchObject([{ repairId: id, tool: 'firmware_lookup', callState: 'lost' }])
    callback.otherwise = { json: { model: 'BX-300', firmware_version: '7.2.4' } }
    await emend.repairs.approve(id)
    expect((await repair()).answer.after).toContain('7.2.4')
    expect(new Set(callback.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  test('at an address that is not allowed fails its repair visibly, and is not called', async () => {
    const { emend, repair } = await broken()
    await emend.tools.register({ ...registered, http: { url: callback.url } })
    vi.stubEnv('EMEND_OUTBOUND_HOSTS', '')
    const elsewhere = await store.tenant(emend.tenant)
    vi.stubEnv('EMEND_OUTBOUND_HOSTS', '127.0.0.1')
    const fault = await emend.faults.add({ memoryId: (await emend.memories.list({ statuses: ['active'] }))[0]!.id, failedAnswerId: 'a1' })
    const report = await elsewhere.repairs.run(await elsewhere.repairs.openFor(fault.id))
    expect(report).toMatchObject({ state: 'failed', error: { code: 'address_refused' } })
    expect(callback.received).toEqual([])
    void repair
  })
})

describe('a tool of an MCP server', () => {
  const keys: unknown[] = []
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'routers', version: '1' })
    server.registerTool('lookup', { description: 'Newest firmware.', inputSchema: z.object({ model: z.string() }), outputSchema: z.object({ model: z.string(), firmware_version: z.string() }) }, async ({ model }, { mcpReq: { _meta: meta } }) => {
      keys.push(meta?.['emend/idempotency-key'])
      if (model !== 'BX-300') return { isError: true, content: [{ type: 'text', text: `there is no router model ${model}` }] }
      const found = { model, firmware_version: '7.2.4' }
      return { content: [{ type: 'text', text: JSON.stringify(found) }], structuredContent: found }
    })
    return server
  })
  const shown: (string | undefined)[] = []
  const serve = toNodeHandler(handler)
  const server = createServer((request, response) => {
    shown.push(request.headers.authorization)
    void serve(Object.assign(request, { method: request.method ?? 'GET', url: request.url ?? '/' }), response)
  })
  let url = ''
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  })
  afterAll(async () => {
    await handler.close()
    server.closeAllConnections()
    server.close()
  })

  test('gives the same repair; it gets the key of the intent, and the secret of the tenant', async () => {
    const { emend, repair } = await broken()
    vi.stubEnv(`EMEND_SECRET_tenant_2D${named}__ROUTERS`, 's3cret')
    await emend.tools.register({ ...registered, secret: 'ROUTERS', mcp: { url, tool: 'lookup' } })
    expect(outcome(await repair())).toEqual(expected)
    expect(keys).toEqual([expect.stringMatching(/^\d+:t1$/)])
    expect(new Set(shown)).toEqual(new Set(['Bearer s3cret']))
    expect(await emend.tools.call('firmware_lookup', { model: 'XX-1' })).toEqual({ ok: false, error: 'firmware_lookup: the tool says: there is no router model XX-1' })
    expect(await emend.tools.call('firmware_lookup', { modell: 'XX-1' })).toMatchObject({ ok: false })
  })

  test('of the protocol of 2025, written by hand, gives the same repair', async () => {
    const methods: string[] = []
    const legacy = createServer((request, response) => {
      void (async () => {
        let text = ''
        for await (const chunk of request) text += String(chunk)
        if (request.method !== 'POST') return response.writeHead(405).end()
        const { id, method, params } = JSON.parse(text) as { id?: number; method: string; params?: { arguments: { model: string } } }
        methods.push(method)
        if (id === undefined) return response.writeHead(202).end()
        const result = method === 'initialize' ? { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'old', version: '1' } }
          : method === 'tools/call' ? { content: [{ type: 'text', text: JSON.stringify({ model: params?.arguments.model, firmware_version: '7.2.4' }) }] } : null
        return response.writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', id, ...result === null ? { error: { code: -32601, message: 'Method not found' } } : { result } }))
      })()
    })
    await once(legacy.listen(0, '127.0.0.1'), 'listening')
    try {
      const { emend, repair } = await broken()
      await emend.tools.register({ ...registered, mcp: { url: `http://127.0.0.1:${(legacy.address() as AddressInfo).port}/` } })
      expect(outcome(await repair())).toEqual(expected)
      expect(methods.filter((method) => method === 'tools/call').length).toBe(1)
    } finally {
      legacy.closeAllConnections()
      legacy.close()
    }
  })

  test('that a worker starts is the owner\'s to configure: by name, for the tenants that he says, without our variables', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'emend-mcp-'))
    try {
      const file = join(folder, 'servers.json')
      const shop = { command: process.execPath, args: [resolve('test/tools/mcp-shop.mjs')], env: { SHOP: 'B' } }
      writeFileSync(file, JSON.stringify({ mcpServers: { shop: { ...shop, tenants: ['buyer'] } } }))
      vi.stubEnv('EMEND_MCP_SERVERS', file)
      vi.stubEnv('DATABASE_URL', database.url)
      const [buyer, other] = [await store.tenant('buyer'), await store.tenant('seller')]
      for (const emend of [buyer, other]) await emend.tools.register({ name: 'price', effect: 'pure', mcp: { server: 'shop' } })
      const called = await buyer.tools.call('price', { lamp: 'L-1' }, { idempotencyKey: 'k-1' })
      expect(called.ok && JSON.parse(String(called.value))).toEqual({ lamp: 'L-1', price: 30, key: 'k-1', sees: null, shop: 'B' })
      expect(await other.tools.call('price', { lamp: 'L-1' })).toMatchObject({ ok: false, error: expect.stringContaining('no MCP server shop is configured here for this tenant') })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }, 30_000)
})

const python = spawnSync('python3', ['--version'], { encoding: 'utf8' })
if (python.status !== 0) console.error('\n*** SKIPPED: the Python agent with a tool is not run, there is no python3 here ***\n')

test.skipIf(python.status !== 0)('an agent in Python, whose tool is a callback of its own process, is repaired by a worker process as fully', async () => {
  buildOnce()
  const port = await freePort()
  const emend = await store.tenant('acme')
  const [admin, agent] = await Promise.all((['admin', 'agent'] as const).map(async (role) => (await store.keys.create({ tenant: 'acme', role })).secret))
  const poisoned = await remember(emend)

  const up = spawn(process.execPath, [resolve('dist/cli/main.js'), 'up', '--port', '0', '--json', '--tenant', 'acme'], {
    env: {
      PATH: process.env['PATH'] ?? '', DATABASE_URL: database.url, EMEND_SERVE_AS_OWNER: 'true', EMEND_SWEEP_MS: '500',
      EMEND_OUTBOUND_HOSTS: `127.0.0.1:${port}`, EMEND_SECRET_acme__TOOLS: 's3cret',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let tool: ReturnType<typeof spawn> | undefined
  try {
    let printed = ''
    for await (const chunk of up.stdout) {
      printed += String(chunk)
      if (printed.endsWith('}\n')) break
    }
    const { http } = JSON.parse(printed) as { http: string }
    const post = async (path: string, key: string, body: object) => {
      const response = await fetch(`${http}${path}`, { method: 'POST', body: JSON.stringify(body), headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } })
      return { status: response.status, json: await response.json() as Record<string, unknown> }
    }
    const url = `http://127.0.0.1:${port}/`
    expect(await post('/v1/tools', agent!, { ...registered, http: { url } })).toMatchObject({ status: 403 })
    expect(await post('/v1/tools', admin!, { ...registered, secret: 'TOOLS', http: { url: 'http://127.0.0.1:1/' } })).toMatchObject({ status: 403, json: { code: 'address_refused' } })
    expect(await post('/v1/tools', admin!, { ...registered, secret: 'TOOLS', http: { url } })).toMatchObject({ status: 201, json: { name: 'firmware_lookup' } })

    const child = spawn('python3', [resolve('src/http/examples/tool-agent.py'), question], {
      env: { PATH: process.env['PATH'] ?? '', EMEND_SERVER: http, EMEND_KEY: agent, TOOL_PORT: String(port), TOOL_SECRET: 's3cret' }, stdio: ['pipe', 'pipe', 'inherit'],
    })
    tool = child
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const next = async () => JSON.parse(String((await lines.next()).value)) as Record<string, unknown>
    const { answer, step } = await next()
    expect(answer).toBe(expected.answer.before)

    const { json: fault } = await post('/v1/faults', admin!, { memoryId: poisoned, failedAnswerId: step })
    const { json: repair } = await post('/v1/repairs', admin!, { faultId: fault['id'] })
    const { events } = await readEvents(`${http}/v1/repairs/${String(repair['id'])}/events`, admin!)
    expect(events.at(-1)?.event).toBe('repair:done')
    expect(await next()).toEqual({ called: 'firmware_lookup', arguments: { model: 'BX-300' }, key: expect.stringMatching(/^\d+:/) })
    expect(outcome(await emend.repairs.show(Number(repair['id'])))).toEqual(expected)
    expect(await emend.audit.violations()).toEqual([])
  } finally {
    tool?.kill()
    up.kill('SIGTERM')
    await once(up, 'exit')
  }
}, 120_000)

test('a worker that dies when the callback has answered leaves the call to the next one, which makes it under the same key; an irreversible one is a person\'s to decide', async () => {
  buildOnce()
  callback.otherwise = { json: { model: 'BX-300', firmware_version: '7.2.4' } }
  const work = async (failpoint: string) => {
    const worker = spawn(process.execPath, [resolve('dist/cli/main.js'), 'worker', '--once'], {
      env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: database.url, EMEND_SERVE_AS_OWNER: 'true', EMEND_OUTBOUND_HOSTS: '127.0.0.1', EMEND_LEASE_MS: '500', EMEND_SWEEP_MS: '200', EMEND_FAILPOINTS: failpoint },
      stdio: 'ignore',
    })
    return (await once(worker, 'exit')) as [number | null, string | null]
  }
  const keys = () => callback.received.map(({ headers }) => headers['idempotency-key'])
  const [harmless, decided] = [await broken(), await broken()]
  await harmless.emend.tools.register({ ...registered, effect: 'idempotent', http: { url: callback.url } })
  await harmless.start()
  expect(await work('tool-called')).toEqual([null, 'SIGKILL'])
  expect(await work('')).toEqual([0, null])
  expect(keys()).toEqual([keys()[0], keys()[0]])
  expect(outcome(await harmless.repair())).toEqual(expected)

  callback.received.length = 0
  await decided.emend.tools.register({ ...registered, effect: 'irreversible', http: { url: callback.url } })
  const repairId = await decided.start()
  expect(await work('')).toEqual([0, null])
  await decided.emend.repairs.approve(repairId)
  expect(await work('tool-called')).toEqual([null, 'SIGKILL'])
  expect(await work('')).toEqual([0, null])
  expect([callback.received.length, (await decided.emend.status()).decisions]).toMatchObject([1, [{ repairId, callState: 'lost' }]])
}, 120_000)

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const socket = createSocket()
  await once(socket.listen(0, '127.0.0.1'), 'listening')
  const { port } = socket.address() as AddressInfo
  socket.close()
  await once(socket, 'close')
  return port
}

/** `emend mcp` as MCP clients start it: a process of its own that speaks the protocol on stdout and nothing else. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { beforeAll, expect, test } from 'vitest'
import { openStore } from '../../src/index.js'
import { buildOnce } from '../build-once.js'
import { testDatabase } from '../database.js'
import { testClient } from '../mcp/open-mcp.js'

const { url } = await testDatabase()
const bin = resolve('dist/cli/main.js')
const cwd = mkdtempSync(join(tmpdir(), 'emend-mcp-'))
const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: url }
const started = (...args: string[]) => ({ command: process.execPath, args: [bin, 'mcp', ...args], cwd, env })

beforeAll(buildOnce)

test('a client remembers for its user in its tenant, and the process ends with it', async () => {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StdioClientTransport(started('--tenant', 'acme', '--user', 'ana'))
  await client.connect(transport)
  const { ok, refused, listed } = await testClient(client)
  expect(listed).toEqual(['search_memories', 'get_memory', 'add_memory', 'update_memory', 'delete_memory', 'record_step', 'get_repair'])
  const { id: memory_id } = await ok('add_memory', { content: 'Ana lives by the sea.' })
  expect(await refused('add_memory', { content: 'Bob too.', user_id: 'bob' })).toMatchObject({ code: 'forbidden' })
  await client.close()
  const store = await openStore({ databaseUrl: url })
  expect(await (await store.tenant('acme')).memories.get(String(memory_id))).toMatchObject({ userId: 'ana', content: 'Ana lives by the sea.' })
  await store.close()
}, 120_000)

test('a client of the newer era is an admin when the command says so', async () => {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(new StdioClientTransport(started('--role', 'admin')))
  expect((await testClient(client)).listed).toContain('undo_repair')
  await client.close()
}, 120_000)

test('stdout has JSON-RPC messages only; it ends 0 when stdin ends, and on SIGTERM', async () => {
  for (const ending of ['stdin', 'SIGTERM']) {
    const { command, args, ...options } = started()
    const child = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => { out += chunk.toString() })
    child.stdin.write('this is no message\n')
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } } })}\n`)
    while (!out.includes('"id":1')) await once(child.stdout, 'data')
    const lines = out.trim().split('\n').map((line) => JSON.parse(line) as { jsonrpc: string })
    expect(lines.map(({ jsonrpc }) => jsonrpc)).toEqual(lines.map(() => '2.0'))
    if (ending === 'stdin') child.stdin.end()
    else child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  }
}, 120_000)

test('an unknown role is a matter of usage', async () => {
  const { command, args, ...options } = started('--role', 'king')
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => { out += chunk.toString() })
  expect([await once(child, 'exit'), out]).toEqual([[2, null], ''])
}, 120_000)

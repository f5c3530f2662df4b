/** MCP over streamable HTTP on a bare node server that knows keys: both eras, and whose sessions are whose. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EmendError } from '../../src/errors.js'
import { openStore } from '../../src/index.js'
import { mcpEndpoint } from '../../src/mcp/http-handler.js'
import { testDatabase } from '../database.js'
import { testClient } from './open-mcp.js'

const store = await openStore({ databaseUrl: (await testDatabase()).url })
const tenants = { acme: await store.tenant('acme'), other: await store.tenant('other') }
const key = async (tenant: 'acme' | 'other', role: 'agent' | 'admin', userId?: string) =>
  (await store.keys.create({ tenant, role, ...(userId === undefined ? {} : { userId }) })).secret
const ana = await key('acme', 'agent', 'ana')
const admin = await key('acme', 'admin')
const stranger = await key('other', 'admin')

const endpoint = mcpEndpoint()
const server = createServer((request, response) => {
  void (async () => {
    try {
      const principal = await store.keys.identify(request.headers.authorization?.slice('Bearer '.length) ?? '')
      await endpoint.handle(request, response, { emend: tenants[principal.tenant as 'acme' | 'other'], principal, body: await bodyOf(request) })
    } catch (error) {
      response.writeHead(error instanceof EmendError ? error.status : 500).end()
    }
  })()
})
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text === '' ? undefined : JSON.parse(text)
}
let url = new URL('http://127.0.0.1')
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
})
afterAll(async () => {
  await endpoint.close()
  server.closeAllConnections()
  server.close()
  await store.close()
})

async function connect(secret: string, era: 'modern' | 'legacy') {
  const client = new Client({ name: 'test', version: '1' }, era === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {})
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: `Bearer ${secret}` } } })
  await client.connect(transport)
  return { ...await testClient(client), transport }
}
const post = (secret: string, body: object, headers: Record<string, string> = {}) => fetch(url, {
  method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
  headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
})

test.each(['modern', 'legacy'] as const)('a client of the %s era remembers and finds, and only what its key may', async (era) => {
  const agent = await connect(ana, era)
  expect(agent.client.getProtocolEra()).toBe(era)
  expect(agent.transport.sessionId === undefined).toBe(era === 'modern')
  const { id: memory_id } = await agent.ok('add_memory', { content: `Ana rides a ${era} bicycle.` })
  expect(await agent.ok('search_memories', { query: `${era} bicycle`, k: 1 })).toMatchObject({ results: [{ id: memory_id }] })
  expect(agent.listed).not.toContain('execute_repair')
  expect((await connect(admin, era)).listed).toContain('execute_repair')
  const other = await connect(stranger, era)
  expect(await other.refused('get_memory', { memory_id })).toMatchObject({ code: 'not_found' })
  for (const { client } of [agent, other]) await client.close()
})

test('a session belongs to the key that opened it, and ends when its client says so', async () => {
  const { transport, client } = await connect(ana, 'legacy')
  const header = { 'mcp-session-id': transport.sessionId ?? '' }
  const list = { method: 'tools/list', params: {} }
  expect((await post(ana, list, header)).status).toBe(200)
  expect((await post(admin, list, header)).status).toBe(404)
  expect((await post(stranger, list, header)).status).toBe(404)
  expect((await post(ana, list, { 'mcp-session-id': 'nobody' })).status).toBe(404)
  await transport.terminateSession()
  expect((await post(ana, list, header)).status).toBe(404)
  await client.close()
})

test('a request of 2025 without a session stands alone; without a key nothing is answered', async () => {
  const answer = await post(ana, { method: 'tools/list', params: {} })
  expect([answer.status, (await answer.text()).includes('search_memories')]).toEqual([200, true])
  expect((await post('emend_1_x', { method: 'tools/list', params: {} })).status).toBe(401)
})

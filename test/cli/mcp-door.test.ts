/** The HTTP server has MCP at /mcp, behind its keys. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { mcpDoor } from '../../src/cli/mcp-door.js'
import { openServer } from '../http/open-server.js'
import { testClient } from '../mcp/open-mcp.js'

const { app, ask, keys, tenant } = await openServer({ doors: [mcpDoor(() => {})] })

test('two agents of a tenant share memories over MCP and HTTP; a stop ends the streams', async () => {
  const at = new URL('/mcp', await app.listen({ host: '127.0.0.1', port: 0 }))
  expect((await ask('POST', '/mcp', { key: null, body: {} })).json).toMatchObject({ code: 'unauthorized' })
  const connect = async (era: object) => {
    const client = new Client({ name: 'test', version: '1' }, era)
    await client.connect(new StreamableHTTPClientTransport(at, { requestInit: { headers: { authorization: `Bearer ${keys.agent}` } } }))
    return testClient(client)
  }
  const [modern, legacy] = [await connect({ versionNegotiation: { mode: { pin: '2026-07-28' } } }), await connect({})]
  await ask('POST', '/v1/memories', { key: 'agent', body: { id: 'm1', content: 'The gate is green.' } })
  expect(await modern.ok('search_memories', { query: 'gate' })).toMatchObject({ results: [{ id: 'm1' }] })
  const { id: memory_id } = await legacy.ok('update_memory', { memory_id: 'm1', content: 'The gate is blue.' })
  expect((await ask('GET', `/v1/memories/${String(memory_id)}`)).json).toMatchObject({ content: 'The gate is blue.' })
  expect(await tenant.memories.get('m1')).toMatchObject({ replacedBy: [memory_id] })
  await app.close()
  await expect(legacy.ok('search_memories', { query: 'gate' })).rejects.toThrow('fetch failed')
  for (const { client } of [modern, legacy]) await client.close()
})

/** MCP clients of one tenant in a database of its own, without a network. */
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { afterAll } from 'vitest'
import { openStore, type EmendTenant, type KeyRole, type Principal, type Store } from '../../src/index.js'
import { mcpServer } from '../../src/mcp/server.js'
import { testDatabase } from '../database.js'

/** What a tool answered. */
export interface Called {
  isError: boolean
  text: string
  /** The structured content. */
  data: Record<string, unknown>
}

export interface TestClient {
  client: Client
  /** Names of the tools that are listed. */
  listed: string[]
  call(tool: string, args?: Record<string, unknown>): Promise<Called>
  /** Call, and expect that it goes well. */
  ok(tool: string, args?: Record<string, unknown>): Promise<Record<string, unknown>>
  /** Call, and expect a tool error. */
  refused(tool: string, args?: Record<string, unknown>): Promise<Record<string, unknown>>
}

/** Call tools of a connected client. */
export async function testClient(client: Client): Promise<TestClient> {
  const call: TestClient['call'] = async (name, args = {}) => {
    const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: args })
    return { isError, text: content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'), data: structuredContent as Record<string, unknown> }
  }
  return {
    client, call,
    listed: (await client.listTools()).tools.map(({ name }) => name),
    async ok(tool, args) {
      const { isError, text, data } = await call(tool, args)
      if (isError) throw new Error(`${tool}: ${text}`)
      return data
    },
    async refused(tool, args) {
      const { isError, text, data } = await call(tool, args)
      if (!isError) throw new Error(`${tool} went well: ${text}`)
      return data['error'] as Record<string, unknown>
    },
  }
}

/** Call it at the top of a test file. */
export async function openMcp(): Promise<{
  url: string; store: Store; tenant: EmendTenant; log: string[]; connect(role: KeyRole, userId?: string, emend?: EmendTenant): Promise<TestClient>
}> {
  const { url } = await testDatabase()
  const store = await openStore({ databaseUrl: url })
  const tenant = await store.tenant('acme')
  const clients: Client[] = []
  const log: string[] = []
  afterAll(async () => {
    for (const client of clients) await client.close()
    await store.close()
  })
  return {
    url, store, tenant, log,
    async connect(role, userId, emend = tenant) {
      const principal: Principal = { tenant: emend.tenant, role, userId: userId ?? null, keyId: 7 }
      const client = new Client({ name: 'test', version: '1' })
      const [ours, theirs] = InMemoryTransport.createLinkedPair()
      await mcpServer({ emend, principal, log: (line) => log.push(line) }).connect(theirs)
      await client.connect(ours)
      clients.push(client)
      return testClient(client)
    },
  }
}

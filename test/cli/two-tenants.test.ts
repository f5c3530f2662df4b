/** One backend, two agents of one tenant by two doors, and a third of another tenant, who sees nothing by any. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import pg from 'pg'
import { expect, test } from 'vitest'
import { readEvents } from '../http/read-events.js'
import { testClient } from '../mcp/open-mcp.js'
import { ask, emend, up } from './start-up.js'

test('agents share memories over MCP and HTTP, a fault by SQL is repaired before their eyes, and another tenant sees none of it', async () => {
  const server = await up('--tenant', 'acme')
  const open: { close(): Promise<unknown> }[] = []
  try {
    const { http, key, database } = server.connections
    const { secret: strangers } = emend('key', 'create', '--tenant', 'globex', '--role', 'admin') as { secret: string }
    const connect = async (secret: string) => {
      const client = new Client({ name: 'agent', version: '1' })
      await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', http), { requestInit: { headers: { authorization: `Bearer ${secret}` } } }))
      open.push(client)
      return testClient(client)
    }
    const [mine, theirs] = [await connect(key!), await connect(strangers)]

    const { id: memory } = await mine.ok('add_memory', { content: 'The router of Ana is an AX-200.', user_id: 'ana' })
    const { json: found } = await ask(http, key, 'POST', '/v1/memories/search', { query: 'Which router?', sessionId: 's', userId: 'ana' })
    expect(found).toMatchObject({ results: [{ id: memory }] })
    await ask(http, key, 'POST', '/v1/inputs', { id: 'u1', content: 'Which router do I have?', sessionId: 's', userId: 'ana' })
    await ask(http, key, 'POST', '/v1/steps', { id: 'a1', sessionId: 's', type: 'final_answer', content: 'An AX-200.', usedIds: ['u1', memory] })

    const sql = async (connection: string, work: (client: pg.Client) => Promise<void>) => {
      const client = new pg.Client({ connectionString: connection })
      await client.connect()
      try {
        await work(client)
      } finally {
        await client.end()
      }
    }
    let fault = 0
    await sql(database, async (client) => {
      await client.query(`create role globex_audit login password 'only-here'`)
      await client.query('grant emend_auditor to globex_audit')
      await client.query(`select emend.use_tenant('acme')`)
      const { rows } = await client.query<{ fault_id: string }>(`insert into emend.fault (memory_id, type, detector) values ($1, 'poisoned', 'sql') returning fault_id`, [memory])
      fault = Number(rows[0]?.fault_id)
    })
    const { json: repair } = await ask(http, key, 'POST', '/v1/repairs', { faultId: fault })
    const { events } = await readEvents(`${http}/v1/repairs/${String(repair['id'])}/events`, key!)
    expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['repair:applied', 'repair:done']))
    expect(events.at(-1)?.event).toBe('repair:done')
    expect((await ask(http, key, 'GET', '/v1/answers/a1/current')).json).toMatchObject({ isReplaced: true, validity: 'valid' })
    expect(await mine.ok('search_memories', { query: 'router', user_id: 'ana' })).toMatchObject({ results: [] })

    // the other tenant: by HTTP, by MCP, by SQL
    for (const path of [`/v1/memories/${String(memory)}`, '/v1/answers/a1/current', `/v1/faults/${fault}`, `/v1/repairs/${String(repair['id'])}/events`]) {
      expect((await ask(http, strangers, 'GET', path)).json).toMatchObject({ code: 'not_found' })
    }
    expect((await ask(http, strangers, 'POST', '/v1/memories/search', { query: 'router', userId: 'ana' })).json).toMatchObject({ results: [] })
    expect(await theirs.ok('search_memories', { query: 'router', user_id: 'ana' })).toMatchObject({ results: [] })
    emend('login', 'add', 'globex_audit', '--tenant', 'globex')
    const as = new URL(database)
    Object.assign(as, { username: 'globex_audit', password: 'only-here' })
    await sql(as.href, async (client) => {
      await expect(client.query(`select emend.use_tenant('acme')`)).rejects.toThrow(`there is no tenant 'acme'`)
      await client.query(`set emend.tenant_id = '1'`)
      for (const view of ['memory_now', 'journal_readable', 'repair_report', 'graph_edge', 'current_answer', 'fault', 'node']) {
        expect((await client.query(`select * from emend.${view}`)).rows).toEqual([])
      }
      await client.query(`select emend.use_tenant('globex')`)
      expect((await client.query('select * from emend.memory_now')).rows).toEqual([])
    })
  } finally {
    for (const client of open) await client.close()
    expect(await server.stop()).toBe(0)
  }
}, 120_000)

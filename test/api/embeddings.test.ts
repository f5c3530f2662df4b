/** Embeddings as they are configured: a worker places, searches fuse, repairs read again, over the API, HTTP and MCP. */
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import { openStore, type EmendTenant, type Store } from '../../src/index.js'
import { reexecuteReads } from '../../src/retrieve/reexecute-reads.js'
import { mcpServer } from '../../src/mcp/server.js'
import { sweep } from '../../src/worker/sweep.js'
import { testDatabase } from '../database.js'
import { openServer } from '../http/open-server.js'
import { testClient } from '../mcp/open-mcp.js'

vi.stubEnv('EMEND_EMBEDDING_MODEL', 'reference')
vi.stubEnv('EMEND_SERVE_AS_OWNER', 'true')
const database = await testDatabase()
const server = await openServer()
let store: Store
let acme: EmendTenant
beforeAll(async () => {
  store = await openStore({ databaseUrl: database.url })
  acme = await store.tenant('acme')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await store.close()
})

test('what an agent adds is found at once by its words, and by likeness after a worker has placed it; each read says how', async () => {
  await acme.memories.add('Die Rechnungen der Müller GmbH sind bezahlt', { id: 'bill', userId: 'ana' })
  await acme.memories.add('Das Paket ist unterwegs', { id: 'parcel', userId: 'ana' })
  const before = await acme.memories.search('Rechnungen', { userId: 'ana', k: 1 })
  expect([before.mode, before.results.map(({ id }) => id)]).toEqual(['fused', ['bill']])
  await acme.work({ once: true })
  for (const mode of ['text', 'vector', 'fused'] as const) {
    const found = await acme.memories.search('Rechnungen Müller', { userId: 'ana', k: 1, mode, sessionId: 'chat' })
    expect([found.mode, found.results.map(({ id }) => id)]).toEqual([mode, ['bill']])
  }
  const asked = await acme.ask({ content: 'Welche Rechnungen sind bezahlt?', userId: 'ana' })
  expect(asked.usedIds).toContain('bill')
  expect((await acme.usage()).filter(({ stage }) => stage === 'embed')).toMatchObject([{ purpose: 'embed', failedCalls: 0 }])
})

test('sweeps nudge for what is not placed, and for nothing once all is', async () => {
  const { rows: [tenant] } = await sql<{ tenant_id: number }>`select emend.resolve_tenant('acme') as tenant_id`.execute(database.db)
  await acme.work({ once: true })
  expect(await sweep(database.db, 0, 'reference')).toBe(0)
  await acme.memories.add('Ein neuer Termin', { id: 'date' })
  await acme.work({ once: true })
  const reached = () => inTenant(database.db, { tenantId: tenant!.tenant_id, role: 'worker' }, (trx) =>
    trx.selectFrom('embedding_progress').select('checked_t').executeTakeFirst())
  const early = await reached()
  // As if half a minute had passed: then the mark moves to the youngest memory, and no sweep looks at older ones again.
  await inTenant(database.db, { tenantId: tenant!.tenant_id, role: 'worker' }, async (trx) => {
    await sql`set local role none`.execute(trx)
    await sql`select set_config('emend.erasing', 'on', true)`.execute(trx)
    await sql`update emend.node set recorded_at = now() - interval '1 minute' where tenant_id = ${tenant!.tenant_id}`.execute(trx)
  })
  await acme.memories.add('Noch ein Termin', { id: 'later' })
  await acme.work({ once: true })
  expect((await reached())!.checked_t).toBeGreaterThan(early!.checked_t)
})

test('a fault leaves searches by vector at once, and its repair reads again as it was read, without asking for an embedding', async () => {
  const shop = await store.tenant('shop')
  await shop.memories.add('The lamp L-1 costs 45 euros.', { id: 'wrong', userId: 'bo', source: 'tool_observation' })
  await shop.memories.add('Lamp L-1 is sold for 30 euros.', { id: 'right', userId: 'bo', source: 'tool_observation' })
  await shop.memories.add('The shop opens at nine.', { id: 'hours', userId: 'bo', source: 'tool_observation' })
  await shop.work({ once: true })
  const said = await shop.inputs.add('What does lamp L-1 cost?', { sessionId: 's', userId: 'bo' })
  const read = await shop.memories.search('What does lamp L-1 cost?', { sessionId: 's', userId: 'bo', mode: 'vector', k: 2 })
  expect(read.results.map(({ id }) => id).sort()).toEqual(['right', 'wrong'])
  await shop.steps.record({ sessionId: 's', id: 'a', type: 'final_answer', content: 'The lamp L-1 costs 45 euros.', usedIds: [said.id, 'wrong'] })
  const asked = async () => (await shop.usage()).find(({ stage }) => stage === 'embed')?.calls
  const before = await asked()
  const fault = await shop.faults.add({ memoryId: 'wrong', failedAnswerId: 'a' })
  const report = await shop.repairs.run(await shop.repairs.openFor(fault.id))
  expect(report).toMatchObject({ state: 'done' })
  expect(report.answer.after).toContain('30 euros')
  expect(await asked()).toBe(before)
  const again = await shop.memories.search('What does lamp L-1 cost?', { userId: 'bo', mode: 'vector', k: 2 })
  expect(again.results.map(({ id }) => id)).toEqual(['right', 'hours'])
  const rows = await inTenant(database.db, { tenantId: await tenantOf('shop'), role: 'auditor' }, async (trx) => (await sql<{ mode: string; scores: number[]; used: string[] }>`
    select query_mode as mode, query_scores as scores, used from emend.step_now where replaces is not null and type = 'memory_read'`.execute(trx)).rows)
  for (const row of rows) expect([row.mode, row.scores.length]).toEqual(['vector', row.used.length])
})

test('what is exported and imported again keeps how it was read, and is executed again exactly', async () => {
  const shop = await store.tenant('shop')
  const items = await shop.exportItems()
  const read = items.find((item) => item.kind === 'step' && item.type === 'memory_read' && item.query?.mode === 'vector')
  expect(read).toMatchObject({ query: { mode: 'vector', model: 'reference' } })
  const copy = await store.tenant('copy')
  await copy.importItems(items)
  expect(await copy.exportItems()).toEqual(items)
})

test('a tenant that is restored is placed anew, and its reads are executed again as they were', async () => {
  const before = await store.tenant('before')
  await before.memories.add('Die Rechnungen der Müller GmbH sind bezahlt', { id: 'bill' })
  await before.work({ once: true })
  const { results } = await before.memories.search('Rechnungsbetrag', { mode: 'vector', k: 1 })
  const lines: string[] = []
  await before.backup((line) => { lines.push(line) })
  const after = await store.tenant('after')
  await after.restore(lines)
  await after.work({ once: true })
  expect((await after.memories.peek('Rechnungsbetrag', { mode: 'vector', k: 1 })).results).toEqual(results)
  const tenantId = await tenantOf('after')
  const [again] = await inTenant(database.db, { tenantId, role: 'worker' }, async (trx) => {
    const { rows } = await sql<{ id: number }>`select step_id as id from emend.step where tenant_id = ${tenantId} and query_mode = 'vector'`.execute(trx)
    return reexecuteReads(trx, tenantId, [{ id: rows[0]!.id, query: { text: 'Rechnungsbetrag', k: 1, scope: {} }, userId: null }], { removed: [], reopened: [] })
  })
  expect(again).toMatchObject({ isExact: true, scores: results.map(({ score }) => score) })
})

test('erasing a user takes his embeddings and those of his questions along', async () => {
  const firm = await store.tenant('firm')
  await firm.memories.add('Eva lives in Porto', { id: 'evas', userId: 'eva' })
  await firm.memories.add('Max lives in Porto', { id: 'maxs', userId: 'max' })
  await firm.work({ once: true })
  await firm.memories.search('Where does Eva live?', { userId: 'eva', mode: 'fused' })
  await firm.users.erase('eva')
  const tenantId = await tenantOf('firm')
  const left = await inTenant(database.db, { tenantId, role: 'worker' }, async (trx) => {
    await sql`set local role none`.execute(trx)
    const { rows } = await sql<{ n: number }>`select (select count(*)::integer from emend.memory_embedding where tenant_id = ${tenantId}) as n,
      (select count(*)::integer from emend.step where tenant_id = ${tenantId} and num_nonnulls(query_text, query_embedding, query_scores, query_considered) > 0) as questions`.execute(trx)
    return rows
  })
  expect(left).toEqual([{ n: 1, questions: 0 }])
  expect((await firm.memories.search('lives in Porto', { mode: 'vector' })).results.map(({ id }) => id)).toEqual(['maxs'])
})

test('HTTP and MCP take the mode and say which it was', async () => {
  await server.tenant.memories.add('a bicycle in the cellar', { id: 'bike' })
  await server.tenant.work({ once: true })
  const found = await server.ask('POST', '/v1/memories/search', { key: 'agent', body: { query: 'bicycles', mode: 'vector', k: 1 } })
  expect([found.status, found.json]).toEqual([200, { readStepId: expect.any(String) as string, mode: 'vector', results: [{ id: 'bike', content: 'a bicycle in the cellar', score: expect.any(Number) as number }] }])
  for (const role of ['agent', 'auditor'] as const) {
    const [one, other] = InMemoryTransport.createLinkedPair()
    const mcp = mcpServer({ emend: server.tenant, principal: { tenant: 'acme', role, userId: null, keyId: 1 } })
    await mcp.connect(other)
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(one)
    expect(await (await testClient(client)).ok('search_memories', { query: 'bicycles', mode: 'fused' })).toMatchObject({ mode: 'fused', results: [{ id: 'bike' }] })
    await client.close()
  }
})

async function tenantOf(name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select emend.resolve_tenant(${name}) as id`.execute(database.db)
  return rows[0]!.id
}

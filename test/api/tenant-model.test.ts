/** A model endpoint, key and name of each tenant, over real HTTP. */
import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inTenant } from '../../src/db/transaction.js'
import { openStore, type EmendTenant } from '../../src/index.js'
import { noisyReferenceFetch } from '../../src/llm/reference/reference-fetch.js'
import { testDatabase } from '../database.js'

const database = await testDatabase()
const store = await openStore({ databaseUrl: database.url })
/** The reference model behind an address, as any endpoint would be. */
const asked: { key: string | undefined; model: unknown; url: string | undefined }[] = []
let redirects = false
const server = createServer((request, response) => {
  void (async () => {
    const body = await bodyOf(request)
    asked.push({ key: request.headers.authorization, model: (JSON.parse(body) as { model: unknown }).model, url: request.url })
    if (redirects) return response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()
    const answer = await noisyReferenceFetch(0)('http://reference.invalid/v1/chat/completions', { method: 'POST', body })
    return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })()
})
async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}
let url = ''
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  vi.stubEnv('EMEND_OUTBOUND_HOSTS', '127.0.0.1')
})
beforeEach(() => {
  asked.length = 0
  redirects = false
})
afterAll(async () => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  server.close()
  await store.close()
})

/** m1 is wrong, an answer rests on it, m2 is right: a repair asks the model. */
async function told(emend: EmendTenant): Promise<number> {
  await emend.memories.add('The router of Ana is a BX-300.', { id: 'm2', userId: 'ana', source: 'user_input' })
  await emend.memories.add('The router of Ana is an AX-200.', { id: 'm1', userId: 'ana', source: 'tool_observation' })
  await emend.inputs.add('Which router does Ana have?', { id: 'u1', sessionId: 's', userId: 'ana' })
  const { readStepId } = await emend.memories.search('Which router does Ana have?', { sessionId: 's', userId: 'ana' })
  await emend.steps.record({ id: 'a1', sessionId: 's', type: 'final_answer', content: 'The router of Ana is an AX-200.', usedIds: ['u1', readStepId, 'm1'] })
  return emend.repairs.openFor((await emend.faults.add({ memoryId: 'm1', failedAnswerId: 'a1' })).id)
}

test('each tenant is answered by its own model, with its own key; calls are recorded under its name and without the key', async () => {
  for (const name of ['blue', 'green']) {
    vi.stubEnv(`EMEND_SECRET_${name}__MODEL`, `key of ${name}`)
    const emend = await store.tenant(name)
    await emend.settings.change({ model: { name: `large-${name}`, url, secret: 'MODEL' } })
    const report = await emend.repairs.run(await told(emend))
    expect(report).toMatchObject({ state: 'done', answer: { after: expect.stringContaining('BX-300') } })
    expect(new Set(asked.map(({ key, model }) => `${key} ${String(model)}`))).toEqual(new Set([`Bearer key of ${name} large-${name}`]))
    expect(asked.length).toBe(report.calls.model + report.calls.probe)
    asked.length = 0
  }
  for (const [index, name] of ['blue', 'green'].entries()) {
    const kept = await inTenant(database.db, { tenantId: index + 1, role: 'auditor' }, async (trx) => (await sql<{ text: string }>`
      select to_jsonb(m)::text as text from emend.model_call m union all select to_jsonb(m)::text from emend.tenant_model m union all select to_jsonb(j)::text from emend.journal j`.execute(trx)).rows)
    expect(kept.map(({ text }) => text).join()).toContain(`large-${name}`)
    expect(kept.map(({ text }) => text).join()).not.toContain('key of')
  }
  const plain = await store.tenant('plain')
  expect((await plain.repairs.run(await told(plain))).state).toBe('done')
  expect(asked).toEqual([])
})

test.each<[string, string, Record<string, string>]>([
  ['whose key is not here', 'secret_missing', {}],
  ['whose address may not be asked from here', 'address_refused', { EMEND_OUTBOUND_HOSTS: '' }],
])('a tenant %s is opened and searched all the same; its repair fails visibly, and what it withdrew stays withdrawn', async (_what, code, environment) => {
  const name = `without-${code}`
  const before = await store.tenant(name)
  await before.settings.change({ model: { name: 'large', url, ...(code === 'secret_missing' ? { secret: 'MODEL' } : {}) } })
  vi.stubEnv('EMEND_OUTBOUND_HOSTS', environment['EMEND_OUTBOUND_HOSTS'] ?? '127.0.0.1')
  const emend = await store.tenant(name)
  vi.stubEnv('EMEND_OUTBOUND_HOSTS', '127.0.0.1')
  expect(await emend.repairs.run(await told(emend))).toMatchObject({ state: 'failed', error: { code } })
  expect((await emend.memories.search('router', { userId: 'ana' })).results.map(({ id }) => id)).toEqual(['m2'])
  expect(asked).toEqual([])
})

test('an endpoint that sends elsewhere is not followed with the key', async () => {
  const emend = await store.tenant('blue-2')
  await emend.settings.change({ model: { name: 'large', url } })
  redirects = true
  expect(await emend.repairs.run(await told(emend))).toMatchObject({ state: 'failed', error: { code: 'address_refused' } })
})

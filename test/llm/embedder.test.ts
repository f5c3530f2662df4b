/** The embeddings protocol: what is sent, what is believed of the answer, and what is kept. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { readConfig } from '../../src/config.js'
import { inTenant } from '../../src/db/transaction.js'
import { openEmbedder } from '../../src/llm/open-embedder.js'
import { referenceEmbeddingFetch } from '../../src/llm/reference/embedding-fetch.js'
import { testDatabase } from '../database.js'

const database = await testDatabase()
const config = (more: Record<string, string> = {}) => readConfig({ EMEND_EMBEDDING_MODEL: 'small', EMEND_EMBEDDING_URL: 'http://127.0.0.1:1/v1', ...more })
const retry = { sleep: () => Promise.resolve() }

interface Sent { body: { model: string; input: string[]; dimensions?: number; encoding_format: string }; authorization: string | null; url: string }

/** A `fetch` that gives these answers in order, and remembers what it was sent. */
function endpoint(...answers: (Response | object)[]) {
  const sent: Sent[] = []
  const fetch: typeof globalThis.fetch = (input, init) => {
    sent.push({
      body: JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Sent['body'],
      authorization: new Headers(init?.headers).get('authorization'), url: input instanceof Request ? input.url : String(input),
    })
    const answer = answers.shift() ?? {}
    return Promise.resolve(answer instanceof Response ? answer : Response.json(answer))
  }
  return { sent, fetch }
}
const placed = (...embeddings: number[][]) => ({ data: embeddings.map((embedding, index) => ({ index, embedding })), usage: { prompt_tokens: 7, total_tokens: 7 } })
const refused = (status: number, message = 'no') => Response.json({ error: { message } }, { status })

test('off by default, and off where recorded calls answer', () => {
  expect(openEmbedder({ config: readConfig() })).toBeNull()
  expect(openEmbedder({ config: config({ EMEND_MODEL_MODE: 'replay' }) })).toBeNull()
})

test('texts are sent in one call, cut to what models take, and placed in their order whatever the order of the answer', async () => {
  const { sent, fetch } = endpoint({ data: [{ index: 1, embedding: [0, 1] }, { index: 0, embedding: [1, 0] }] })
  const embedder = openEmbedder({ config: config({ EMEND_EMBEDDING_DIMENSIONS: '2' }), fetch })!
  expect(await embedder.embed(['one', 'x'.repeat(10_000)])).toEqual([[1, 0], [0, 1]])
  expect(embedder.name).toBe('small/2')
  expect(sent).toHaveLength(1)
  expect(sent[0]!.body).toMatchObject({ model: 'small', dimensions: 2, encoding_format: 'float' })
  expect(sent[0]!.body.input.map((text) => text.length)).toEqual([3, 6_000])
})

test.each<[string, object]>([
  ['too few', placed([1, 0])], ['too many', placed([1], [1], [1])], ['of different length', placed([1, 0], [1])], ['empty', placed([], [])],
  ['twice the same', { data: [{ index: 0, embedding: [1] }, { index: 0, embedding: [1] }] }], ['of words', { data: [{ index: 0, embedding: ['a'] }] }],
  ['something else', { data: 'none' }], ['endless numbers', placed([1e300, 1], [1, 1])],
])('an answer with embeddings that are %s is not believed', async (_what, answer) => {
  const { fetch } = endpoint(answer)
  await expect(openEmbedder({ config: config(), fetch })!.embed(['a', 'b'])).rejects.toMatchObject({ code: 'model_reply' })
})

test('what may pass is tried again, what may not is told with its status', async () => {
  const passing = endpoint(refused(503), refused(429), placed([1]))
  expect(await openEmbedder({ config: config(), fetch: passing.fetch, retry })!.embed(['a'])).toEqual([[1]])
  const lasting = endpoint(refused(400))
  await expect(openEmbedder({ config: config(), fetch: lasting.fetch, retry })!.embed(['a'])).rejects.toMatchObject({ code: 'model_failed', where: { status: 400, attempts: 1 } })
  const impatient = endpoint(refused(503))
  await expect(openEmbedder({ config: config(), fetch: impatient.fetch, retry })!.embed(['a'], { attempts: 1 })).rejects.toMatchObject({ where: { status: 503, attempts: 1 } })
})

test('the key of the model goes to the endpoint of the model, and to no other', async () => {
  const key = { EMEND_MODEL_KEY: 'model-key', EMEND_MODEL_URL: 'http://127.0.0.1:2/v1' }
  const own = endpoint(placed([1]))
  await openEmbedder({ config: config(key), fetch: own.fetch })!.embed(['a'])
  expect(own.sent[0]).toMatchObject({ url: 'http://127.0.0.1:1/v1/embeddings', authorization: 'Bearer none' })
  const shared = endpoint(placed([1]))
  await openEmbedder({ config: config({ ...key, EMEND_EMBEDDING_URL: '' }), fetch: shared.fetch })!.embed(['a'])
  expect(shared.sent[0]).toMatchObject({ url: 'http://127.0.0.1:2/v1/embeddings', authorization: 'Bearer model-key' })
})

test('a model that nobody can be asked for is named', () => {
  expect(() => openEmbedder({ config: readConfig({ EMEND_EMBEDDING_MODEL: 'small' }) })).toThrow(expect.objectContaining({ code: 'bad_config' }) as Error)
})

test('every attempt is counted, and no text is kept, not even one that the endpoint quotes', async () => {
  const { tenantId } = await database.tenant()
  const { fetch } = endpoint(refused(500, 'cannot place "secret diagnosis"'), placed([1]))
  await openEmbedder({ config: config(), db: database.db, tenantId, fetch, retry })!.embed(['secret diagnosis'])
  const { rows } = await inTenant(database.db, { tenantId, role: 'auditor' }, (trx) => sql<Record<string, unknown>>`
    select stage, purpose, model, request, error, prompt_tokens from emend.model_call where tenant_id = ${tenantId} order by model_call_id`.execute(trx))
  const request = { texts: 1, letters: 16 }
  expect(rows).toEqual([
    { stage: 'embed', purpose: 'embed', model: 'small', request, error: 'status 500', prompt_tokens: null },
    { stage: 'embed', purpose: 'embed', model: 'small', request, error: null, prompt_tokens: 7 },
  ])
})

test('the same client asks a server over the network', async () => {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => { body += chunk.toString() })
    request.on('end', () => {
      void referenceEmbeddingFetch(`http://reference.invalid${request.url}`, { method: 'POST', body })
        .then(async (answer) => response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text()))
    })
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  afterAll(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const [one, other] = await openEmbedder({ config: config({ EMEND_EMBEDDING_URL: url }) })!.embed(['Rechnung', 'Paket'])
  const [builtIn] = await openEmbedder({ config: readConfig({ EMEND_EMBEDDING_MODEL: 'reference' }) })!.embed(['Rechnung'])
  expect([one!.length, one]).toEqual([256, builtIn])
  expect(other).not.toEqual(one)
})

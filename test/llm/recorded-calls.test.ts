import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.js'
import { inTenant } from '../../src/db/transaction.js'
import { openModel } from '../../src/llm/open-model.js'
import { testDatabase } from '../database.js'
import { context } from './ask-reference.js'
import { failure, fakeEndpoint } from './fake-endpoint.js'

const database = await testDatabase()
const config = readConfig({ EMEND_MODEL: 'some-model', EMEND_MODEL_KEY: 'k', EMEND_MODEL_URL: 'http://endpoint.test/v1', EMEND_MODEL_MODE: 'live' })
const retry = { sleep: async () => {} }
const agent = { purpose: 'agent' } as const
const asked = context('u1: What is the status of order ORD7?\n m1: Order ORD7 is shipped.')
const good = { content: 'Order ORD7 is shipped.', evidence_ids: ['e2'] }

const rows = (tenantId: number) => inTenant(database.db, { tenantId, role: 'worker' }, (trx) =>
  trx.selectFrom('model_call').selectAll().where('tenant_id', '=', tenantId).orderBy('model_call_id').execute())

test('every attempt is a row, failed ones and refused replies too', async () => {
  const { tenantId } = await database.tenant()
  const { fetch } = fakeEndpoint(failure(503), 'no JSON\0', good)
  await openModel({ config, db: database.db, tenantId, fetch, retry }).ask('answer', asked, agent)
  const [failed, refused, taken, ...rest] = await rows(tenantId)
  expect(rest).toEqual([])
  expect(failed).toMatchObject({ purpose: 'agent', stage: 'answer', model: 'some-model', mode: 'live', response: null, error: expect.stringMatching(/503/) })
  expect(refused).toMatchObject({ response: null, error: expect.stringMatching(/not JSON/), prompt_tokens: 11, completion_tokens: 7 })
  expect(taken).toMatchObject({ response: good, error: null, prompt_tokens: 11, completion_tokens: 7, latency_ms: expect.any(Number) })
  expect(new Set([failed?.request_hash, refused?.request_hash, taken?.request_hash])).toEqual(new Set([expect.stringMatching(/^[0-9a-f]{64}$/)]))
  expect(taken?.request).toMatchObject({ messages: expect.arrayContaining([expect.objectContaining({ role: 'user' })]) })
})

test('two refused replies are two rows and an error', async () => {
  const { tenantId } = await database.tenant()
  const { fetch } = fakeEndpoint('x', 'y')
  await expect(openModel({ config, db: database.db, tenantId, fetch, retry }).ask('answer', asked, agent)).rejects.toMatchObject({ code: 'model_reply' })
  expect((await rows(tenantId)).map(({ error }) => error)).toEqual([expect.stringMatching(/was: x/), expect.stringMatching(/was: y/)])
})

test('replay answers from the newest recorded response to the same request, with the ids of now', async () => {
  const { tenantId } = await database.tenant()
  const record = (reply: object) => openModel({ config: { ...config, EMEND_MODEL_MODE: 'record' }, db: database.db, tenantId, fetch: fakeEndpoint('bad', reply).fetch, retry })
  await record({ ...good, content: 'older' }).ask('answer', asked, agent)
  await record({ ...good, content: 'newer' }).ask('answer', asked, agent)

  const never = fakeEndpoint()
  const replay = openModel({ config: { ...config, EMEND_MODEL_MODE: 'replay' }, db: database.db, tenantId, fetch: never.fetch })
  const renamed = { ...asked, evidence: asked.evidence.map((entry) => ({ ...entry, id: 'm77' })) }
  expect(await replay.ask('answer', renamed, agent)).toEqual({ content: 'newer', evidence_ids: ['m77'] })
  expect(never.sent).toEqual([])
  expect((await rows(tenantId)).at(-1)).toMatchObject({ mode: 'replay', response: { content: 'newer' } })
})

test.each([
  ['another question', { ...asked, question: 'Where is it?' }],
  ['less evidence', { ...asked, evidence: [] }],
  ['another domain', { ...asked, domain: 'travel' as const }],
])('replay knows nothing of %s', async (_, other) => {
  const { tenantId } = await database.tenant()
  await openModel({ config: { ...config, EMEND_MODEL_MODE: 'record' }, db: database.db, tenantId, fetch: fakeEndpoint(good).fetch }).ask('answer', asked, agent)
  const replay = openModel({ config: { ...config, EMEND_MODEL_MODE: 'replay' }, db: database.db, tenantId })
  await expect(replay.ask('answer', other, agent)).rejects.toMatchObject({ code: 'no_recorded_call' })
  expect((await rows(tenantId)).at(-1)).toMatchObject({ mode: 'replay', response: null, error: 'no_recorded_call' })
})

test('a recording of one tenant answers nobody else', async () => {
  const [one, other] = [await database.tenant(), await database.tenant()]
  await openModel({ config, db: database.db, tenantId: one.tenantId, fetch: fakeEndpoint(good).fetch }).ask('answer', asked, agent)
  const replay = openModel({ config: { ...config, EMEND_MODEL_MODE: 'replay' }, db: database.db, tenantId: other.tenantId })
  await expect(replay.ask('answer', asked, agent)).rejects.toMatchObject({ code: 'no_recorded_call' })
})

/** A request with an Idempotency-Key is carried out once. */
import { expect, test } from 'vitest'
import { openServer, type Answer } from './open-server.js'

const { ask, tenant, database, keys, key } = await openServer()
const countOf = async () => (await tenant.memories.list({ limit: 1000 })).length
const add = (content: string, idempotencyKey: string, shown = 'agent'): Promise<Answer> =>
  ask('POST', '/v1/memories', { key: shown, body: { content }, headers: { 'idempotency-key': idempotencyKey } })

test('the same key and body again get the same answer, and nothing is done twice', async () => {
  const before = await countOf()
  const first = await add('once', 'k1')
  const again = await add('once', 'k1')
  expect([again.status, again.text, again.headers['location']]).toEqual([201, first.text, first.headers['location']])
  expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']]).toEqual([undefined, 'true'])
  expect(await countOf()).toBe(before + 1)
})

test('keys in another order are the same body', async () => {
  const headers = { 'idempotency-key': 'k2' }
  const first = await ask('POST', '/v1/memories', { body: '{"content":"order","userId":"ana"}', headers })
  const again = await ask('POST', '/v1/memories', { body: ' {"userId" : "ana", "content":"order"}', headers })
  expect(again.text).toBe(first.text)
})

test('the same key with another body, route or parameter is refused', async () => {
  const before = await countOf()
  await add('mine', 'k3')
  const refused = [
    await add('other', 'k3'),
    await ask('POST', '/v1/inputs', { key: 'agent', body: { content: 'mine' }, headers: { 'idempotency-key': 'k3' } }),
    await ask('POST', '/v1/faults/1/withdraw', { key: 'admin', headers: { 'idempotency-key': 'k3' } }),
  ]
  expect(refused.map(({ json }) => json['code'])).toEqual(['idempotency_mismatch', 'idempotency_mismatch', 'not_found'])
  expect(refused[0]!.status).toBe(422)
  expect(await countOf()).toBe(before + 1)
})

test('each API key has idempotency keys of its own, and so has each tenant', async () => {
  const mine = await add('shared', 'k4')
  const others = [await add('shared', 'k4', await key('agent')), await add('shared', 'k4', await key('agent', { tenant: 'other' }))]
  expect(new Set([mine, ...others].map(({ json }) => json['id'])).size).toBe(3)
})

test('of twenty at once one is carried out, and all get its answer', async () => {
  const before = await countOf()
  const answers = await Promise.all(Array.from({ length: 20 }, () => add('crowd', 'k5')))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined).length).toBe(1)
  expect(await countOf()).toBe(before + 1)
})

test('an error is answered again; one that may pass is not kept', async () => {
  const headers = { 'idempotency-key': 'k6' }
  const missing = () => ask('POST', '/v1/memories', { body: { content: 'x', usedIds: ['later'] }, headers })
  expect((await missing()).json['code']).toBe('unknown_id')
  await tenant.memories.add('it is there now', { id: 'later' })
  const again = await missing()
  expect([again.json['code'], again.headers['content-type']]).toEqual(['unknown_id', 'application/problem+json; charset=utf-8'])

  await tenant.faults.add({ memoryId: 'later' })
  const withdrawn = () => ask('POST', '/v1/memories', { body: { content: 'y', usedIds: ['later'] }, headers: { 'idempotency-key': 'k7' } })
  expect((await withdrawn()).json).toMatchObject({ code: 'withdrawn_evidence', retryable: true })
  const [fault] = await tenant.faults.list()
  await tenant.faults.withdraw(fault!.id)
  expect((await withdrawn()).status).toBe(201)
})

test('what is wrong by its form is refused before the key is looked at', async () => {
  const headers = { 'idempotency-key': 'k8' }
  expect((await ask('POST', '/v1/memories', { body: {}, headers })).json['code']).toBe('bad_request')
  expect((await ask('POST', '/v1/memories', { body: { content: 'x' }, headers })).status).toBe(201)
  for (const bad of ['', 'x'.repeat(201), 'with blank', 'ümlaut']) {
    expect((await ask('POST', '/v1/memories', { body: { content: 'x' }, headers: { 'idempotency-key': bad } })).json['code']).toBe('bad_request')
  }
})

test('PATCH and DELETE know the key too, GET takes no notice', async () => {
  await tenant.memories.add('old', { id: 'old' })
  const patch = () => ask('PATCH', '/v1/memories/old', { body: { content: 'new' }, headers: { 'idempotency-key': 'k9' } })
  expect((await patch()).text).toBe((await patch()).text)
  const { replacedBy } = await tenant.memories.get('old')
  expect(replacedBy.length).toBe(1)
  const remove = () => ask('DELETE', `/v1/memories/${replacedBy[0]!}`, { headers: { 'idempotency-key': 'k10' } })
  expect((await remove()).text).toBe((await remove()).text)
  expect((await ask('GET', '/v1/memories/old', { headers: { 'idempotency-key': 'k9' } })).status).toBe(200)
})

test('a request whose server is gone is not carried out again; an answer is kept for a day', async () => {
  await add('lost', 'k11')
  const change = (set: string) => database.pool.query(`
    select emend.use_tenant('acme'); update emend.http_request set ${set} where idempotency_key = 'k11'; reset emend.tenant_id`)
  await change(`status = null, answer = null, finished_at = null, held_until = now() - interval '1 second'`)
  const before = await countOf()
  expect((await add('lost', 'k11')).json).toMatchObject({ code: 'outcome_unknown', status: 409 })
  expect(await countOf()).toBe(before)
  await change(`started_at = now() - interval '25 hours'`)
  expect((await add('lost', 'k11')).status).toBe(201)
  expect(await countOf()).toBe(before + 1)
  expect(Object.keys(keys).length).toBe(5)
})

/** What an agent over HTTP meets when its evidence is withdrawn under it. */
import { expect, test } from 'vitest'
import { openServer } from './open-server.js'

const { ask, tenant } = await openServer()
const post = async (path: string, body: object) => ask('POST', path, { key: 'agent', body })
const step = (id: string, type: string, content: string, usedIds: string[], rest: object = {}) => post('/v1/steps', { id, sessionId: 's', type, content, usedIds, ...rest })

test('what was added is found and read at once', async () => {
  for (let index = 0; index < 20; index++) {
    const { json } = await post('/v1/memories', { content: `The code of locker ${index} is blue${index}.`, userId: 'lea' })
    const found = await post('/v1/memories/search', { query: `locker blue${index}`, userId: 'lea' })
    expect((found.json['results'] as { id: string }[])[0]?.id).toBe(json['id'])
    expect((await ask('GET', `/v1/memories/${String(json['id'])}`, { key: 'agent' })).json).toMatchObject({ isReadable: true, content: `The code of locker ${index} is blue${index}.` })
  }
})

test('a withdrawn memory and an invalid step are refused with 409, retryably, with the number of the repair; accepted, they enter it as affected', async () => {
  await post('/v1/memories', { id: 'm1', content: 'The router of Ana is an AX-200.', userId: 'ana', source: 'tool_observation' })
  await post('/v1/inputs', { id: 'u1', content: 'Which router do I have?', sessionId: 's', userId: 'ana' })
  await step('c1', 'claim', 'The router is an AX-200.', ['m1'])
  await step('a1', 'final_answer', 'You have an AX-200.', ['u1', 'c1'])

  const fault = (await ask('POST', '/v1/faults', { key: 'detector', body: { memoryId: 'm1', failedAnswerId: 'a1' } })).json['id']
  expect((await step('early', 'claim', 'x', ['m1'])).json).toMatchObject({ code: 'withdrawn_evidence', status: 409, retryable: true, where: { id: 'm1', fault } })
  const repair = Number((await ask('POST', '/v1/repairs', { key: 'worker', body: { faultId: fault } })).json['id'])
  await tenant.repairs.run(repair)

  for (const used of ['m1', 'c1', 'a1']) {
    expect((await step('late', 'claim', 'x', [used])).json).toMatchObject({ code: 'withdrawn_evidence', status: 409, retryable: true, where: { id: used, repair } })
  }
  expect((await post('/v1/memories', { content: 'x', usedIds: ['c1'] })).json).toMatchObject({ code: 'withdrawn_evidence', where: { id: 'c1', repair } })
  expect((await post('/v1/turns', { sessionId: 's', steps: [{ type: 'claim', content: 'x', usedIds: ['m1'] }] })).json).toMatchObject({ code: 'withdrawn_evidence', where: { repair } })

  expect((await step('late', 'claim', 'The router is old.', ['c1'], { onWithdrawn: 'accept' })).status).toBe(201)
  const { json: noted } = await post('/v1/memories', { id: 'm9', content: 'Ana has an old router.', userId: 'ana', sessionId: 's', usedIds: ['late'], onWithdrawn: 'accept' })
  expect(noted['id']).toBe('m9')
  await step('a9', 'final_answer', 'It is old.', ['late'], { onWithdrawn: 'accept' })
  expect((await ask('GET', '/v1/memories/m9', { key: 'agent' })).json).toMatchObject({ isReadable: false, content: null })
  await tenant.work({ once: true })
  const report = (await ask('GET', `/v1/repairs/${repair}/report`, { key: 'auditor' })).json as { plan: { affected: string[]; quarantine_memory_ids: string[]; stale_answer_ids: string[] } }
  expect(report.plan.affected).toEqual(expect.arrayContaining(['late', 'm9', 'a9']))
  expect([report.plan.quarantine_memory_ids, report.plan.stale_answer_ids]).toEqual([['m9'], ['a9']])
  expect((await ask('GET', '/v1/memories/m9', { key: 'agent' })).json).toMatchObject({ status: 'quarantined', content: null, reason: expect.stringContaining('withdrawn') })
  expect((await ask('GET', '/v1/audit/violations', { key: 'auditor' })).json).toEqual({ items: [] })
})

test('a memory that a repair has removed answers with its state, the reason and what stands for it, and no text', async () => {
  const answer = await ask('GET', '/v1/memories/m1', { key: 'agent' })
  expect([answer.status, answer.json]).toMatchObject([200, { id: 'm1', status: 'deleted', content: null, isReadable: false, reason: expect.stringContaining('diagnosed') }])
  expect(answer.text).not.toContain('AX-200')
  expect((await ask('GET', '/v1/memories/nobody', { key: 'agent' })).json).toMatchObject({ code: 'not_found', status: 404 })
})

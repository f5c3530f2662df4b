/** Every route of the table: who may, and what is answered to what is wrong. */
import { expect, test } from 'vitest'
import { errorCodes, type ErrorCode } from '../../src/errors.js'
import { problemSchema } from '../../src/http/problem.js'
import { routes } from '../../src/http/routes.js'
import { keyRoles } from '../../src/vocabulary.js'
import { openServer, type Answer } from './open-server.js'
import { nested, routeErrors } from './route-errors.js'

const server = await openServer()
const { ask, tenant, store, log } = server
await tenant.memories.add('plan is Gold', { id: 'm1', userId: 'bob' })
await tenant.inputs.add('Which plan?', { id: 'u1', sessionId: 'S', userId: 'bob' })
await tenant.steps.record({ id: 'a1', sessionId: 'S', type: 'final_answer', content: 'Gold', usedIds: ['u1', 'm1'] })
const ofBob = await server.key('admin', { userId: 'bob' })

/** The path with something in place of its parameters. */
const pathOf = (url: string) => url.replaceAll(/:\w+/g, '1')

function expectProblem(answer: Answer, code: string, status: number): void {
  expect([answer.json['code'], answer.status, answer.text]).toEqual([code, status, answer.text])
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  const problem = problemSchema.parse(answer.json)
  expect(problem).toMatchObject({ status, type: `urn:emend:error:${code}`, hint: errorCodes[code as ErrorCode].hint, retryable: errorCodes[code as ErrorCode].isRetryable })
  expect(answer.text).not.toMatch(/\.ts:|\.js:|node_modules|\bat .*\(/)
}

test('every route has an entry in the table of its errors, and every entry a route', () => {
  expect(Object.keys(routeErrors).sort()).toEqual(routes.map(({ id }) => id).sort())
  expect(new Set(routes.map(({ method, url }) => `${method} ${url}`)).size).toBe(routes.length)
})

for (const route of routes) {
  const { method, url, id, roles, body } = route

  test(`${method} ${url} wants a key of ${roles.join(', ')}`, async () => {
    for (const key of [null, 'garbage', 'emend_1_' + 'A'.repeat(43), `emend_99999999_${'B'.repeat(43)}`]) {
      const answer = await ask(method, pathOf(url), { key, ...(body === null ? {} : { body: {} }) })
      expectProblem(answer, 'unauthorized', 401)
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="emend"')
    }
    for (const role of keyRoles) {
      const answer = await ask(method, `${pathOf(url)}?nonsense=1`, { key: role, ...(body === null ? {} : { body: { nonsense: 1 } }) })
      if (roles.includes(role)) expectProblem(answer, 'bad_request', 400)
      else expectProblem(answer, 'forbidden', 403)
    }
    const answer = await ask(method, `${pathOf(url)}?nonsense=1`, { key: ofBob, ...(body === null ? {} : { body: { nonsense: 1 } }) })
    if (route.forOneUser && roles.includes('admin')) expectProblem(answer, 'bad_request', 400)
    else expectProblem(answer, 'forbidden', 403)
  })

  test.each((routeErrors[id] ?? []).map((wrong) => [wrong.what, wrong] as const))(`${method} ${url} with %s`, async (_what, { path, body, headers, expected }) => {
    expectProblem(await ask(method, path, { ...(body === undefined ? {} : { body }), ...(headers ? { headers } : {}) }), ...expected)
  })

  test(`${method} ${url} of another tenant finds nothing of this one`, async () => {
    const other = await server.key('admin', { tenant: 'other' })
    const answer = await ask(method, url.replaceAll(/:\w+/g, 'm1'), { key: other, ...(body === null ? {} : { body: {} }) })
    expect(answer.text).not.toContain('Gold')
    if (url.includes('/:')) expect([400, 404]).toContain(answer.status)
  })
}

for (const { method, url } of routes.filter(({ body }) => body !== null)) {
  test.each<[string, unknown, string, number]>([
    ['a list', [], 'bad_request', 400],
    ['null', 'null', 'bad_request', 400],
    ['a number', '5', 'bad_request', 400],
    ['half of a body', '{"content": ', 'bad_request', 400],
    ['a body that is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'bad_text', 400],
    ['a NUL', '{"content":"a\\u0000b"}', 'bad_text', 400],
    ['a lone surrogate', '{"content":"a\\ud800b"}', 'bad_text', 400],
    ['a key with a NUL', '{"a\\u0000":1}', 'bad_text', 400],
    ['a key __proto__', '{"__proto__":{"admin":true}}', 'bad_request', 400],
    ['100,000 levels', '['.repeat(100_000) + ']'.repeat(100_000), 'too_large', 413],
    ['73 levels', JSON.stringify(nested(73)), 'too_large', 413],
    ['a number beyond all numbers', '{"content":1e999,"k":1e999,"faultId":1e999}', 'bad_request', 400],
    ['more than 4 MB', `{"content":"${'x'.repeat(4_200_000)}"}`, 'too_large', 413],
  ])(`${method} ${url} with %s`, async (_what, sent, code, status) => {
    expectProblem(await ask(method, pathOf(url), { body: typeof sent === 'object' && !Buffer.isBuffer(sent) ? JSON.stringify(sent) : sent }), code, status)
  })

  test(`${method} ${url} with a body that is no JSON by its type`, async () => {
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', 'application/json;;;']) {
      expectProblem(await ask(method, pathOf(url), { body: 'x', headers: { 'content-type': type } }), type.startsWith('application/json') ? 'bad_request' : 'bad_media_type', type.startsWith('application/json') ? 400 : 415)
    }
  })
}

for (const { method, url } of routes.filter(({ kind, method, body }) => body === null && method !== 'GET' && kind !== 'upload')) {
  test(`${method} ${url} takes no body`, async () => {
    expectProblem(await ask(method, pathOf(url), { body: { actor: 'me' } }), 'bad_request', 400)
  })
}

test('nothing of this changed anything, and nothing was unexpected', async () => {
  expect((await tenant.status()).memories).toEqual({ active: 1 })
  expect(await tenant.faults.list()).toEqual([])
  expect(await tenant.repairs.list()).toEqual([])
  expect((await tenant.sessions.list()).map(({ id }) => id)).toContain('S')
  expect(log).toEqual([])
  await store.check()
})

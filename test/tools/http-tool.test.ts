/** A tool that is an HTTP callback, against a real one. */
import { beforeEach, describe, expect, test } from 'vitest'
import { EmendError } from '../../src/errors.js'
import { runTool } from '../../src/execute/run-tool.js'
import { guardedFetch } from '../../src/outbound/guarded-fetch.js'
import { callTool } from '../../src/tools/call-tool.js'
import { httpTool } from '../../src/tools/http-tool.js'
import type { RegisteredTool } from '../../src/tools/registered-tool.js'
import type { EffectClass } from '../../src/vocabulary.js'
import { callbackServer } from './callback-server.js'

const at = await callbackServer()
beforeEach(() => {
  at.received.length = 0
  at.says = []
  at.otherwise = { json: { ok: true } }
})

const tool = (effect: EffectClass, rest: Partial<RegisteredTool> = {}, hosts = ['127.0.0.1']) => httpTool({
  name: 'note', door: 'http', url: at.url, server: null, remoteName: null, resetName: null, compensateName: null, description: null, effect,
  parameters: null, timeoutMs: 2_000, secret: null, ...rest,
}, {
  tenant: 'acme', fetch: guardedFetch({ hosts }),
  secret(name) {
    if (name === 'SHOP') return 's3cret'
    throw new EmendError('secret_missing', `${name} is not set`)
  },
})
const run = (effect: EffectClass, rest?: Partial<RegisteredTool>, hosts?: string[]) => runTool(tool(effect, rest, hosts), 'note', { price: 30 }, '7:t 1/ä')

test('a call says which tool, with what, for which intent, and shows the secret', async () => {
  at.otherwise = { json: { noted: 30 } }
  expect(await run('idempotent', { secret: 'SHOP' })).toEqual({ ok: true, value: { noted: 30 } })
  expect(at.received).toMatchObject([{
    headers: { 'idempotency-key': '7:t%201/%C3%A4', authorization: 'Bearer s3cret', 'content-type': 'application/json' },
    body: { tool: 'note', call: 'run', arguments: { price: 30 } },
  }])
  at.otherwise = { text: 'noted' }
  expect(await run('pure')).toEqual({ ok: true, value: 'noted' })
  expect(at.received[1]?.headers.authorization).toBeUndefined()
})

test('a resettable tool is reset first, a compensating one is told what it undoes', async () => {
  expect(await run('resettable')).toEqual({ ok: true, value: { ok: true } })
  expect(at.received.map(({ body }) => body['call'])).toEqual(['reset', 'run'])
  await tool('compensating').compensate?.({ price: 45 }, { noted: 45 }, { idempotencyKey: 'k', signal: new AbortController().signal })
  expect(at.received.at(-1)?.body).toEqual({ tool: 'note', call: 'compensate', arguments: { price: 45 }, result: { noted: 45 } })
})

test('what the tool says against it is its answer, and is asked for once', async () => {
  at.otherwise = { status: 422, json: { error: 'there is no such price' } }
  expect(await run('pure')).toEqual({ ok: false, error: 'the tool says 422: there is no such price' })
  at.otherwise = { status: 500, text: 'x'.repeat(5_000) }
  expect(await run('idempotent')).toEqual({ ok: false, error: `the tool says 500: ${'x'.repeat(500)}` })
  expect(at.received.length).toBe(2)
})

describe('no answer', () => {
  test('a harmless call is made again with the same key', async () => {
    at.says = ['hangs up', { status: 503, text: 'later' }]
    expect(await run('idempotent')).toEqual({ ok: true, value: { ok: true } })
    expect(at.received.map(({ headers }) => headers['idempotency-key'])).toEqual(Array.from({ length: 3 }, () => '7:t%201/%C3%A4'))
  })

  test.each(['irreversible', 'compensating'] as const)('a call that is %s is made once, and lost: a person says what then', async (effect) => {
    at.otherwise = 'hangs up'
    expect(await run(effect)).toEqual({ ok: false, error: 'the callback did not answer: ECONNRESET', isLost: true })
    at.otherwise = 'nothing'
    expect(await run(effect, { timeoutMs: 100 })).toEqual({ ok: false, error: 'the callback did not answer: no answer in time', isLost: true })
    expect(at.received.length).toBe(2)
  })

  test('one that hangs is given up within its time, and never taken for an answer', async () => {
    at.otherwise = 'nothing'
    expect(await run('pure', { timeoutMs: 300 })).toMatchObject({ ok: false, isLost: true })
    expect(await run('pure', { url: 'http://127.0.0.1:1/', timeoutMs: 300 })).toEqual({ ok: false, error: 'the callback did not answer: ECONNREFUSED', isLost: true })
  })
})

test('what may not be asked is not asked, and no answer of the tool', async () => {
  await expect(run('pure', {}, [])).rejects.toMatchObject({ code: 'address_refused' })
  await expect(run('pure', { secret: 'OTHER' })).rejects.toMatchObject({ code: 'secret_missing' })
  expect(at.received).toEqual([])
  expect(await callTool(tool('pure', {}, []), {}, { idempotencyKey: 'k', signal: new AbortController().signal })).toMatchObject({ ok: false, error: expect.stringContaining('TLS') })
})

test.each<[string, object]>([
  ['more than a result may have', { json: 'x'.repeat(300_000) }], ['more than an answer may have', { json: 'x'.repeat(2_000_000) }], ['a NUL', { json: { a: 'b\0' } }],
  ['a lone surrogate', { text: '{"a":"\\ud800"}' }],
])('an answer with %s is an error of the tool', async (what, said) => {
  at.otherwise = said
  const result = await run('pure')
  if (what === 'a lone surrogate') expect(result).toEqual({ ok: true, value: '{"a":"\\ud800"}' }) // text that only looks like one
  else expect(result).toMatchObject({ ok: false, error: expect.stringMatching(/bytes|NUL/) })
})

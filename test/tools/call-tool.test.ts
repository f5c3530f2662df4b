import { expect, test } from 'vitest'
import { callTool } from '../../src/tools/call-tool.js'
import type { Tool, ToolContext } from '../../src/tools/contract.js'

const context = (): ToolContext => ({ idempotencyKey: 'k', signal: new AbortController().signal })
const tool = (run: Tool['run'], more: Partial<Tool> = {}): Tool => ({ name: 'probe', effect: 'pure', run, ...more })
const parameters = {
  type: 'object', properties: { order: { type: 'string' }, count: { type: 'integer' } }, required: ['order'], additionalProperties: false,
}

test('a call returns what the tool returned', async () => {
  expect(await callTool(tool(async (args) => ({ saw: args })), { a: [1, 'x'] }, context())).toEqual({ ok: true, value: { saw: { a: [1, 'x'] } } })
})

test.each([
  ['a missing argument', {}, /order/],
  ['an argument of another type', { order: 7 }, /order/],
  ['an argument that nobody declared', { order: 'x', extra: 1 }, /extra/],
  ['a fraction where an integer belongs', { order: 'x', count: 1.5 }, /count/],
  ['a list in the place of an object', ['x'], /object/],
  ['null', null, /object/],
])('%s is refused before the tool runs', async (_, args, message) => {
  let ran = 0
  const result = await callTool(tool(async () => { ran++ }, { parameters }), args, context())
  expect(result.ok).toBe(false)
  expect(result).toHaveProperty('error', expect.stringMatching(message))
  expect(ran).toBe(0)
})

test('a schema that cannot be read lets no arguments through', async () => {
  const result = await callTool(tool(async () => 1, { parameters: { type: 'nonsense' } }), {}, context())
  expect(result).toEqual({ ok: false, error: expect.stringMatching(/JSON Schema/) })
})

test.each([
  ['that refers to itself', { $ref: '#' }, {}],
  ['that refers to itself by way of another', { allOf: [{ $ref: '#/$defs/a' }], $defs: { a: { anyOf: [{ $ref: '#' }, { $ref: '#' }] } } }, {}],
  ['with a pattern that tries for years', { type: 'object', properties: { x: { type: 'string', pattern: '^(a+)+$' } } }, { x: `${'a'.repeat(60)}!` }],
])('a schema %s lets no arguments through, and holds nobody up', async (_, schema, args) => {
  const began = Date.now()
  const result = await callTool(tool(async () => 1, { parameters: schema }), args, context())
  expect(result).toEqual({ ok: false, error: expect.stringMatching(/JSON Schema that can be checked/) })
  expect(Date.now() - began).toBeLessThan(10_000)
})

test('a tool that throws, at once or later, is an error in words', async () => {
  const thrown = tool(() => { throw new Error('no such order') })
  const rejected = tool(async () => { throw new Error('no such order') })
  for (const one of [thrown, rejected]) expect(await callTool(one, {}, context())).toEqual({ ok: false, error: 'probe: no such order' })
})

test('a tool that never answers ends at its time limit and sees the signal', async () => {
  let reason: unknown
  const hanging = tool((_, { signal }) => new Promise(() => { signal.addEventListener('abort', () => { reason = signal.reason }) }), { timeoutMs: 5 })
  expect(await callTool(hanging, {}, context())).toEqual({ ok: false, error: 'probe: no result within 5 ms' })
  expect(reason).toBeInstanceOf(Error)
})

test("the caller's own signal ends a call", async () => {
  const stop = new AbortController()
  const result = callTool(tool(() => new Promise(() => {})), {}, { idempotencyKey: 'k', signal: stop.signal })
  stop.abort(new Error('the worker stops'))
  expect(await result).toEqual({ ok: false, error: 'probe: the worker stops' })
})

test('the key of the intent reaches the tool', async () => {
  expect(await callTool(tool(async (_, { idempotencyKey }) => idempotencyKey), {}, context())).toEqual({ ok: true, value: 'k' })
})

const loop: Record<string, unknown> = {}
loop['self'] = loop
test.each<[string, unknown, unknown]>([
  ['nothing becomes null', undefined, { ok: true, value: null }],
  ['a date becomes its text', new Date(0), { ok: true, value: '1970-01-01T00:00:00.000Z' }],
  ['members that JSON does not know go', { a: 1, b: undefined }, { ok: true, value: { a: 1 } }],
  ['a cycle is an error', loop, { ok: false, error: expect.stringMatching(/circular/i) }],
  ['a bigint is an error', 1n, { ok: false, error: expect.stringMatching(/BigInt/) }],
  ['a function is an error', () => 1, { ok: false, error: 'probe: the result is not JSON' }],
  ['a NUL character is an error', 'a\0b', { ok: false, error: expect.stringMatching(/NUL/) }],
  ['a lone surrogate is an error', 'a\ud800b', { ok: false, error: expect.stringMatching(/surrogate/) }],
  ['a text that only spells a NUL is none', String.raw`a\u0000b`, { ok: true, value: String.raw`a\u0000b` }],
  ['an emoji is whole', '👍', { ok: true, value: '👍' }],
  ['more than 256 kB is an error', 'x'.repeat(256 * 1024), { ok: false, error: expect.stringMatching(/bytes/) }],
])('%s', async (_, value, expected) => {
  expect(await callTool(tool(async () => value), {}, context())).toEqual(expected)
})

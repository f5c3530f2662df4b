/** Other doors stand behind the same keys, limits and errors. */
import { expect, test } from 'vitest'
import { EmendError } from '../../src/errors.js'
import type { DoorFrame } from '../../src/http/door.js'
import { openServer } from './open-server.js'

let seen: DoorFrame | undefined
const { app, ask, log } = await openServer({
  doors: [(server, frame) => {
    seen = frame
    server.route({
      method: 'POST', url: '/mcp',
      handler: async (request) => ({ tenant: (await frame.tenantOf(request)).tenant, role: request.principal.role, body: request.body }),
    })
    server.route({ method: 'GET', url: '/refuse', handler() { throw new EmendError('unknown_id', 'nobody knows it', { id: 'x' }) } })
    server.route({ method: 'GET', url: '/break', handler() { throw new Error('a secret of the house') } })
  }],
})

test('a door is told tenant and role of the key, and the body as it was sent', async () => {
  const { json } = await ask('POST', '/mcp', { key: 'agent', body: { jsonrpc: '2.0', id: 1 } })
  expect(json).toEqual({ tenant: 'acme', role: 'agent', body: { jsonrpc: '2.0', id: 1 } })
  expect((await ask('POST', '/mcp', { key: null, body: {} })).json).toMatchObject({ code: 'unauthorized' })
  expect((await ask('POST', '/mcp', { key: 'agent', body: '{"a":"\\u0000"}' })).json).toMatchObject({ code: 'bad_text' })
})

test('what a door throws is a problem; what is unexpected goes to the log and not to the caller', async () => {
  expect((await ask('GET', '/refuse')).json).toMatchObject({ code: 'unknown_id', status: 404, where: { id: 'x' } })
  const { status, json, text } = await ask('GET', '/break')
  expect([status, json['code']]).toEqual([500, 'unexpected'])
  expect(text).not.toContain('secret')
  expect(log).toHaveLength(1)
  expect(log[0]).toContain('a secret of the house')
  expect(json['instance']).toBe(`urn:emend:request:${log[0]?.split(' ')[1] ?? ''}`)
})

test('a door is no part of the document, and hears of the stop', async () => {
  expect(Object.keys((await ask('GET', '/openapi.json')).json['paths'] as object).filter((path) => !path.startsWith('/v1/'))).toEqual([])
  expect(seen?.stopping.aborted).toBe(false)
  await app.close()
  expect(seen?.stopping.aborted).toBe(true)
})

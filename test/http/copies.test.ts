/** A whole tenant over HTTP: backup, restore, export; sent and read as they are made. */
import { request as httpRequest } from 'node:http'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { longWork } from '../../src/http/long-work.js'
import { textStream } from '../../src/http/text-stream.js'
import { uploadLines } from '../../src/http/upload-lines.js'
import { openServer } from './open-server.js'

const { app, ask, key, tenant, store, log } = await openServer({ maxRestoreBytes: 400_000 })
await tenant.memories.add('The router of Ana is an AX-200.', { id: 'm1', userId: 'ana', agentId: 'desk' })
await tenant.inputs.add('Which router?', { id: 'u1', sessionId: 's', userId: 'ana' })
await tenant.steps.record({ id: 'a1', sessionId: 's', type: 'final_answer', content: 'An AX-200.', usedIds: ['u1', 'm1'] })
await tenant.faults.add({ memoryId: 'm1', type: 'stale' })
const lines = 'application/x-ndjson'
let made = 0
/** An admin's key of a tenant that has nothing. */
const fresh = () => key('admin', { tenant: `copy-${made += 1}` })
const backup = (await ask('GET', '/v1/backup')).text
const restore = (shown: string, body: Buffer | string, headers: Record<string, string> = {}) =>
  ask('POST', '/v1/restore', { key: shown, body, headers: { 'content-type': lines, ...headers } })

test('a backup is restored under the same ids, plain or packed, and its own backup has the same bytes', async () => {
  const told = await ask('GET', '/v1/backup')
  expect([told.status, told.headers['content-type'], told.headers['cache-control'], told.text]).toEqual([200, lines, 'no-store', backup])
  expect(JSON.parse(backup.trimEnd().split('\n').at(-1) ?? '')).toEqual({ end: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
  for (const [body, headers] of [[backup, {}], [gzipSync(backup), { 'content-encoding': 'gzip' }]] as const) {
    const shown = await fresh()
    const answer = await restore(shown, body, headers)
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"rows":')])
    expect((await ask('GET', '/v1/memories/m1', { key: shown })).json).toMatchObject({ id: 'm1', userId: 'ana', isReadable: false })
    expect((await ask('GET', '/v1/backup', { key: shown })).text).toBe(backup)
  }
})

test('what is wrong is refused whole: the tenant has nothing afterwards', async () => {
  const shown = await fresh()
  const cut = backup.slice(0, backup.lastIndexOf('{"end"'))
  for (const [body, code, headers] of [
    ['', 'bad_backup', {}], [cut, 'bad_backup', {}], [backup.replace('AX-200', 'BX-300'), 'bad_backup', {}], [backup.slice(0, -60), 'bad_backup', {}],
    [Buffer.concat([Buffer.from(backup), Buffer.from([0xff, 0x0a])]), 'bad_text', {}], [`${'x'.repeat(400_001)}\n`, 'too_large', {}],
    [gzipSync(Buffer.alloc(5_000_000, 'x')), 'too_large', { 'content-encoding': 'gzip' }], ['no gzip', 'bad_request', { 'content-encoding': 'gzip' }],
    [gzipSync(backup).subarray(0, 200), 'bad_request', { 'content-encoding': 'gzip' }], [backup, 'bad_media_type', { 'content-encoding': 'br' }],
    [backup, 'bad_media_type', { 'content-type': 'application/json' }],
  ] as const) {
    const answer = await restore(shown, body, headers)
    expect([code, answer.json['code'], answer.headers['content-type']]).toEqual([code, code, 'application/problem+json; charset=utf-8'])
  }
  const { rows } = await (await store.tenant(`copy-${made}`)).backup(() => {})
  expect(rows).toBe(0)
  expect((await restore(shown, backup)).status).toBe(200)
  expect((await restore(shown, backup)).json).toMatchObject({ code: 'not_empty', status: 409 })
})

test('with an idempotency key a restore that came twice is answered once', async () => {
  const shown = await fresh()
  const first = await restore(shown, backup, { 'idempotency-key': 'once' })
  const again = await restore(shown, backup, { 'idempotency-key': 'once' })
  expect([first.status, again.status, again.headers['idempotency-replayed'], again.text]).toEqual([200, 200, 'true', first.text])
})

test('auditors and admins export, with texts or without; only admins back up and restore, and nobody for one user', async () => {
  const { json, headers } = await ask('GET', '/v1/export', { key: 'auditor' })
  expect(headers['content-type']).toBe('application/json')
  expect(json).toMatchObject({ entity: { 'node:m1': { 'prov:value': 'The router of Ana is an AX-200.' } }, activity: { 'node:a1': {} }, agent: { 'user:ana': {}, 'program:desk': {} } })
  expect((await ask('GET', '/v1/export?format=prov-json&withoutText=true')).text).not.toContain('AX-200')
  for (const role of ['agent', 'detector', 'auditor', 'worker'] as const) {
    expect((await ask('GET', '/v1/backup', { key: role })).json).toMatchObject({ code: 'forbidden' })
    expect((await restore(await key(role), backup)).json).toMatchObject({ code: 'forbidden' })
    if (role !== 'auditor') expect((await ask('GET', '/v1/export', { key: role })).json).toMatchObject({ code: 'forbidden' })
  }
  const ofAna = await key('admin', { userId: 'ana' })
  for (const path of ['/v1/backup', '/v1/export']) expect((await ask('GET', path, { key: ofAna })).json).toMatchObject({ code: 'forbidden' })
})

test('over a connection: a backup that was sent in pieces is restored, and a sender that hangs up leaves nothing', async () => {
  const url = new URL('/v1/restore', await app.listen({ host: '127.0.0.1', port: 0 }))
  const send = async (shown: string, pieces: string[], hangUp: boolean): Promise<number> => new Promise((resolve) => {
    const request = httpRequest(url, { method: 'POST', headers: { authorization: `Bearer ${shown}`, 'content-type': lines, 'transfer-encoding': 'chunked' } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    request.on('error', () => { resolve(0) })
    for (const piece of pieces) request.write(piece)
    if (hangUp) request.write('', () => request.destroy())
    else request.end()
  })
  const pieces = [backup.slice(0, 1_000), backup.slice(1_000, 1_001), backup.slice(1_001)]
  expect(await send(await fresh(), pieces, false)).toBe(200)
  const shown = await fresh()
  expect(await send(shown, pieces.slice(0, 2), true)).toBe(0)
  expect((await restore(shown, backup)).status).toBe(200)
})

test('what cannot begin is thrown, what fails later cuts the answer off, and who takes nothing is not sent more', async () => {
  const calm = new AbortController()
  const told: unknown[] = []
  const failing = (after: number) => textStream(async (write) => {
    for (let index = 0; index < after; index++) await write('x'.repeat(40_000))
    throw new Error('the database is gone')
  }, calm.signal, (error) => told.push(error))
  await expect(failing(0)).rejects.toThrow('the database is gone')
  const cut = await failing(3)
  await expect((async () => { for await (const _ of cut); })()).rejects.toThrow('the database is gone')
  expect(told).toEqual([new Error('the database is gone')])

  let written = 0
  const slow = await textStream(async (write) => {
    for (;;) {
      await write('x'.repeat(10_000))
      written += 1
    }
  }, calm.signal, () => {})
  await new Promise((resolve) => { setImmediate(resolve) })
  const before = written
  await new Promise((resolve) => { setImmediate(resolve) })
  expect([written, before < 30]).toEqual([before, true])
  calm.abort()
  await expect((async () => { for await (const _ of slow); })()).rejects.toThrow('aborted')
})

test('two at once are served, a third one is told to wait', async () => {
  const long = longWork(2)
  const headers: Record<string, unknown> = {}
  const reply = { header: (name: string, value: unknown) => { headers[name] = value } } as unknown as Parameters<typeof long>[0]
  let release = (): void => {}
  const busy = new Promise<void>((resolve) => { release = resolve })
  const both = [long(reply, () => busy), long(reply, () => busy)]
  await expect(long(reply, async () => 1)).rejects.toMatchObject({ code: 'rate_limited', where: { retry_after_seconds: 10 } })
  expect(headers['retry-after']).toBe(10)
  release()
  await Promise.all(both)
  expect(await long(reply, async () => 1)).toBe(1)
})

test('lines are read one at a time, whatever is still to come', async () => {
  let pulled = 0
  const endless = Readable.from((function* endlessly() {
    for (;;) {
      pulled += 1
      yield Buffer.from('a line\n')
    }
  })())
  const read = uploadLines(endless, undefined, 1_000_000)
  for (let index = 0; index < 3; index++) expect((await read.next()).value).toBe('a line')
  expect(pulled).toBeLessThan(50)
})

test('nothing unexpected was logged', () => { expect(log).toEqual([]) })

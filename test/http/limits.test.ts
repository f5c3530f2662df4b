/** How much and how often: coded errors, and nobody else pays for it. */
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { buildServer } from '../../src/http/server.js'
import { openServer } from './open-server.js'

const { app, ask, key, log, store } = await openServer({ ratePerMinute: 5, failuresPerMinute: 3, maxBodyBytes: 2_000 })

test('a key that asks more often than it may waits, the others do not', async () => {
  const [busy, calm] = [await key('agent'), await key('agent')]
  const answers = []
  for (let index = 0; index < 6; index++) answers.push(await ask('GET', '/v1/memories', { key: busy }))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
  expect(answers.map(({ headers }) => Number(headers['x-ratelimit-remaining']))).toEqual([4, 3, 2, 1, 0, 0])
  const last = answers.at(-1)
  expect(last?.json).toMatchObject({ code: 'rate_limited', retryable: true, where: { retry_after_seconds: expect.any(Number) } })
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask('GET', '/v1/memories', { key: calm })).status).toBe(200)
})

test('an address that guesses is told to wait, and a good key from there is still good', async () => {
  const codes = []
  for (let index = 0; index < 5; index++) codes.push((await ask('GET', '/v1/memories', { key: `emend_${index + 1}_${'x'.repeat(43)}` })).json['code'])
  expect(codes).toEqual(['unauthorized', 'unauthorized', 'unauthorized', 'rate_limited', 'rate_limited'])
  expect((await ask('GET', '/v1/memories', { key: await key('auditor') })).status).toBe(200)
})

test('a body above the limit is refused, by its length and by what comes', async () => {
  const shown = await key('agent')
  expect((await ask('POST', '/v1/memories', { key: shown, body: { content: 'x'.repeat(2_001) } })).json).toMatchObject({ code: 'too_large', status: 413 })
  expect((await ask('POST', '/v1/memories', { key: shown, body: { content: 'x'.repeat(1_900) } })).status).toBe(201)
})

test('probes need no key and have no limit', async () => {
  for (let index = 0; index < 20; index++) expect((await ask('GET', '/livez', { key: null })).json).toEqual({ status: 'alive' })
  expect((await ask('GET', '/readyz', { key: null })).json).toEqual({ status: 'ready' })
  expect((await ask('GET', '/metrics', { key: null })).status).toBe(200)
})

test('a request that does not come in is answered, and its connection closed', async () => {
  const slow = await buildServer({ store, requestMs: 40 })
  const { port } = new URL(await slow.listen({ host: '127.0.0.1', port: 0 }))
  const secret = await key('agent')
  const said = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`POST /v1/memories HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${secret}\r\ncontent-type: application/json\r\ncontent-length: 30\r\n\r\n{"content`)
    })
    socket.on('data', (chunk) => { text += chunk.toString() }).on('close', () => { resolve(text) }).on('error', () => { resolve(text) })
  })
  expect(said).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[^]*connection: close[^]*did not come in within 0.04 s/)
  const { status } = await fetch(`http://127.0.0.1:${port}/v1/memories`, { headers: { authorization: `Bearer ${secret}` } })
  expect(status).toBe(200)
  await slow.close()
})

test('what is no HTTP is answered as a problem too', async () => {
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const send = (bytes: string): Promise<string> => new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => { socket.write(bytes) })
    let text = ''
    socket.on('data', (chunk) => { text += chunk.toString() }).on('close', () => { resolve(text) }).on('error', () => { resolve(text) })
  })
  for (const bytes of ['nonsense\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', 'GET /v1/memories HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n']) {
    expect(await send(bytes)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\ncontent-type: application\/problem\+json[^]*"code":"bad_request"/)
  }
  expect(await send(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413 [^]*"code":"too_large"/)
  expect(await send('GET /%ff HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).toMatch(/"code":"bad_request"/)
  expect(await send('GET /v1/none HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 404 [^]*"code":"not_found"/)
  expect(log).toEqual([])
})

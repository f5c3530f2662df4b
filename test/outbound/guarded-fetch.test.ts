/** Requests to what a tenant names, against real servers on this machine. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { guardedFetch } from '../../src/outbound/guarded-fetch.js'

const asked: { host: string | undefined; url: string | undefined; body: string }[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end('hello')
const server = createServer((request, response) => {
  void (async () => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    asked.push({ host: request.headers.host, url: request.url, body })
    answer(request, response)
  })()
})
let port = 0
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as AddressInfo).port
})
beforeEach(() => {
  asked.length = 0
  answer = (_, response) => response.end('hello')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const here = async (): Promise<{ address: string; family: number }[]> => [{ address: '127.0.0.1', family: 4 }]
const refused = (url: string, options: Partial<Parameters<typeof guardedFetch>[0]> = {}) =>
  expect(guardedFetch({ hosts: [], resolve: here, ...options })(url)).rejects.toMatchObject({ code: 'address_refused' })

test.each([
  'http://tools.example.com', 'ftp://tools.example.com', 'file:///etc/passwd', 'data:text/plain,x', 'https://user:word@tools.example.com', 'no address',
  'https://localhost', 'https://a.localhost', 'https://localhost.', 'https://127.0.0.1', 'https://2130706433', 'https://0x7f000001', 'https://0177.1', 'https://127.1', 'https://[::1]', 'https://[::ffff:127.0.0.1]',
  'https://169.254.169.254/latest/meta-data', 'https://10.0.0.1', 'https://[fd00::1]',
])('%s is refused before anything is resolved', async (url) => {
  await refused(url, { resolve: () => { throw new Error('it was resolved') } })
})

test('a name that leads to this machine is refused, even if it leads to a public address too', async () => {
  await refused(`https://rebound.example.com:${port}`)
  await refused(`https://rebound.example.com:${port}`, { resolve: async () => [{ address: '8.8.8.8', family: 4 }, { address: '127.0.0.1', family: 4 }] })
  await refused(`https://rebound.example.com:${port}`, { resolve: async () => [] })
  expect(asked).toEqual([])
})

test('an allowed host is asked, by http too, at the address that was looked at: it is resolved once', async () => {
  let resolved = 0
  const fetch = guardedFetch({
    hosts: [`tools.internal:${port}`], resolve: async (host) => {
      expect(host).toBe('tools.internal')
      resolved += 1
      return [{ address: '127.0.0.1', family: 4 }]
    },
  })
  const response = await fetch(`http://tools.internal:${port}/call?x=1`, { method: 'POST', body: '{"a":"ä"}', headers: { 'content-type': 'application/json' } })
  expect([response.status, await response.text(), resolved]).toEqual([200, 'hello', 1])
  expect(asked).toEqual([{ host: `tools.internal:${port}`, url: '/call?x=1', body: '{"a":"ä"}' }])
  await refused('http://tools.internal', { hosts: [`tools.internal:${port}`] })
  await refused(`http://tools.internal:${port}`, { hosts: ['tools', 'internal', 'other.tools.internal'] })
})

test('a redirect is not followed, wherever it leads', async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    answer = (_, response) => response.writeHead(status, { location: `http://127.0.0.1:${port}/elsewhere` }).end()
    await refused(`http://127.0.0.1:${port}/`, { hosts: ['127.0.0.1'] })
  }
  expect(asked.map(({ url }) => url)).toEqual(['/', '/', '/', '/', '/'])
})

test('an answer without an end is cut off, and so is one that never comes', async () => {
  answer = (_, response) => {
    const more = (): void => { if (!response.destroyed) response.write('x'.repeat(65_536), more) }
    more()
  }
  const long = await guardedFetch({ hosts: ['127.0.0.1'], maxBytes: 100_000 })(`http://127.0.0.1:${port}`)
  await expect(long.text()).rejects.toMatchObject({ code: 'too_large' })
  answer = () => {}
  await expect(guardedFetch({ hosts: ['127.0.0.1'], timeoutMs: 50 })(`http://127.0.0.1:${port}`)).rejects.toThrow(/abort/i)
  answer = (_, response) => { response.write('a part') }
  const slow = await guardedFetch({ hosts: ['127.0.0.1'], timeoutMs: 200 })(`http://127.0.0.1:${port}`)
  await expect(slow.text()).rejects.toThrow(/abort/i)
})

test('statuses and headers come as they are, bodies that cannot be are none', async () => {
  answer = (_, response) => response.writeHead(422, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] }).end('{"error":"no"}')
  const response = await guardedFetch({ hosts: ['127.0.0.1'] })(`http://127.0.0.1:${port}`)
  expect([response.status, response.headers.get('content-type'), await response.json()]).toEqual([422, 'application/json', { error: 'no' }])
  answer = (_, response) => response.writeHead(204).end()
  expect((await guardedFetch({ hosts: ['127.0.0.1'] })(`http://127.0.0.1:${port}`)).status).toBe(204)
})

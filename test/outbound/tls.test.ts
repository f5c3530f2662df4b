/** https, which is the default: certificates are checked against the name that was asked, wherever the connection goes. */
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { buildOnce } from '../build-once.js'

const openssl = spawnSync('openssl', ['version'])
if (openssl.status !== 0) console.error('\n*** SKIPPED: https is not tried, there is no openssl here ***\n')
const folder = mkdtempSync(join(tmpdir(), 'emend-tls-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.skipIf(openssl.status !== 0)('a name is asked over TLS, and only the one that the certificate is for', async () => {
  buildOnce()
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  expect(spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=tools.internal', '-addext', 'subjectAltName=DNS:tools.internal', '-keyout', key, '-out', certificate]).status).toBe(0)
  const seen: (string | undefined)[] = []
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
    seen.push(request.headers.host)
    response.end('hello')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  try {
    const ask = async (host: string, trusted: boolean) => {
      const program = `
        import { guardedFetch } from ${JSON.stringify(resolve('dist/outbound/guarded-fetch.js'))}
        const fetch = guardedFetch({ hosts: ['tools.internal', 'other.internal'], resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
        console.log(await fetch('https://${host}:${port}/').then((response) => response.text(), (error) => error.code))`
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
        env: { PATH: process.env['PATH'] ?? '', ...(trusted ? { NODE_EXTRA_CA_CERTS: certificate } : {}) },
      })
      return stdout.trim()
    }
    expect(await ask('tools.internal', true)).toBe('hello')
    expect(await ask('other.internal', true)).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
    expect(await ask('tools.internal', false)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
    expect(seen).toEqual([`tools.internal:${port}`])
  } finally {
    server.closeAllConnections()
    server.close()
  }
}, 60_000)

/** A server of one's own, from what `emend setup sql` prints to a repair, with no superuser anywhere; and over TLS. */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { buildServer } from '../../src/http/server.js'
import { runCli } from '../../src/cli/run-cli.js'
import { openEmbedded, type Server } from '../../src/db/embedded.js'
import { diagnose, migrateDatabase, openEmend, openStore, setupSql } from '../../src/index.js'
import { readConfig } from '../../src/config.js'
import { postgres15 } from '../server.js'
import { urlOf as urlOn, withClient } from './empty-database.js'

const folder = mkdtempSync(join(tmpdir(), 'emend-setup-'))
chmodSync(folder, 0o755)
const home = join(folder, '.emend')
const options = inject('isOld') ? { binaries: { initdb: join(postgres15, 'initdb'), postgres: join(postgres15, 'postgres') } } : {}
const certificate = join(folder, 'server.crt')
const hasOpenssl = spawnSync('openssl', ['version']).status === 0
let server: Server
const names = { owner: 'memory owner', service: 'memory"app', database: 'Memory' }

/** The new server, as one of its logins. */
function urlOf(user: string, database = names.database): string {
  const url = new URL(server.url)
  url.username = encodeURIComponent(user)
  url.password = 'secret'
  url.pathname = `/${encodeURIComponent(database)}`
  return url.href
}

beforeAll(async () => {
  await (await openEmbedded(home, { ...options, settings: { fsync: 'off' } })).stop()
  if (hasOpenssl) {
    const key = join(folder, 'server.key')
    execFileSync('openssl', ['req', '-new', '-x509', '-days', '30', '-nodes', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost',
      '-out', certificate, '-keyout', key], { stdio: 'ignore' })
    const { uid, gid } = statSync(join(home, 'postgres', 'data'))
    chmodSync(key, 0o600)
    chmodSync(certificate, 0o644)
    if (process.getuid?.() === 0) chownSync(key, uid, gid)
  }
  const tls = hasOpenssl ? { ssl: 'on', ssl_cert_file: certificate, ssl_key_file: join(folder, 'server.key') } : {}
  server = await openEmbedded(home, { ...options, settings: { fsync: 'off', ...tls } })
})
afterEach(() => { vi.unstubAllEnvs() })
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** What psql does with the text: statements in one database, then in the one that it connects to next. */
async function runAsAdministrator(text: string): Promise<void> {
  const [first = '', second = ''] = text.split(/^\\connect .*$/m)
  await withClient(server.url, async (admin) => {
    for (const statement of first.split(/(?<=;)\n(?=grant|revoke|\n)/)) await admin.query(statement)
    await admin.query(`alter role "${names.owner}" password 'secret'; alter role "memory""app" password 'secret'`)
  })
  const url = new URL(server.url)
  url.pathname = `/${names.database}`
  await withClient(url.href, (admin) => admin.query(second))
}

describe('a server without a superuser', () => {
  test('an administrator who may make roles and databases runs what is printed, once', async () => {
    await withClient(server.url, async (admin) => {
      const { rows } = await admin.query('select rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user')
      expect(rows).toEqual([{ rolsuper: false, rolcreaterole: true, rolcreatedb: true }])
    })
    await runAsAdministrator(setupSql(names))
  })

  test('psql runs it as printed', ({ skip }) => {
    if (spawnSync('psql', ['--version']).status !== 0) {
      console.error('\n*** SKIPPED: there is no psql to run what emend setup sql prints ***\n')
      skip('no psql')
    }
    const { status, stderr } = spawnSync('psql', ['--dbname', server.url, '--no-psqlrc', '--set', 'ON_ERROR_STOP=1'], {
      encoding: 'utf8', input: setupSql({ owner: 'by_psql_owner', service: 'by_psql_app', database: 'by_psql' }),
    })
    expect([status, stderr]).toEqual([0, ''])
  })

  test('the owner, who has no right but to create schemas in the database, migrates, twice; the service may not', async () => {
    const { applied } = await migrateDatabase({ DATABASE_URL: urlOf(names.owner), EMEND_HOME: home })
    expect(applied.length).toBeGreaterThan(9)
    expect(await migrateDatabase({ DATABASE_URL: urlOf(names.owner), EMEND_HOME: home })).toEqual({ applied: [], loaded: [] })
    expect(await migrateDatabase({ DATABASE_URL: urlOf(names.service), EMEND_HOME: home })).toEqual({ applied: [], loaded: [] })
    await withClient(urlOf(names.service), async (client) => {
      for (const statement of ['create table emend.mine ()', 'alter table emend.node disable row level security', 'drop policy own_tenant on emend.node', 'drop policy bound_login on emend.tenant',
        `create or replace function emend.current_tenant_id() returns integer language sql return 1`, 'create schema mine']) {
        await expect(client.query(statement), statement).rejects.toMatchObject({ code: '42501' })
      }
    })
  })

  test('the service does everything: records, repairs with a worker that serves, makes keys and logins, ends a tenant', async () => {
    const store = await openStore({ databaseUrl: urlOf(names.service), serving: true })
    const emend = await store.tenant('acme')
    try {
      await emend.memories.add('The router of Ana is an AX-200.', { id: 'm1', userId: 'ana', source: 'tool_observation' })
      const said = await emend.inputs.add('Which router do I have?', { sessionId: 'chat-1', userId: 'ana' })
      const { readStepId, results } = await emend.memories.search('Which router do I have?', { sessionId: 'chat-1', userId: 'ana' })
      const claim = await emend.steps.record({ sessionId: 'chat-1', type: 'claim', content: 'The router is an AX-200.', usedIds: [readStepId, ...results.map(({ id }) => id)] })
      await emend.steps.record({ sessionId: 'chat-1', id: 'a1', type: 'final_answer', content: 'You have an AX-200.', usedIds: [said.id, claim.id] })
      const logged: string[] = []
      const stop = new AbortController()
      const working = emend.work({ signal: stop.signal, log: (line) => { logged.push(line) } })
      await emend.faults.add({ memoryId: 'm1', type: 'poisoned', failedAnswerId: 'a1' })
      await expect.poll(async () => (await emend.repairs.list()).map(({ state }) => state), { timeout: 20_000 }).toEqual(['done'])
      stop.abort()
      await working
      expect(logged).toEqual([])
      expect(await emend.memories.get('m1')).toMatchObject({ status: 'deleted' })
      expect((await emend.status()).violations.filter(({ rows }) => rows > 0)).toEqual([])
      const { secret } = await store.keys.create({ tenant: 'acme', role: 'agent' })
      expect(await store.keys.identify(secret)).toMatchObject({ tenant: 'acme' })
      expect(await store.logins.add('acme', names.owner)).toMatchObject({ isFree: true })
      expect(await emend.tenants.list()).toHaveLength(1)
      expect((await diagnose({ ...readConfig({ DATABASE_URL: urlOf(names.service) }) })).filter(({ isOk }) => !isOk)).toEqual([])
      await emend.dropTenant()
    } finally {
      await store.close()
    }
  })

  test('a worker as the owner of the tables is refused where DATABASE_URL is set, unless that is allowed; a superuser and who passes row security always', async () => {
    const run = async (url: string) => {
      const err: string[] = []
      const code = await runCli(['worker', '--once', '--database-url', url], { stdout: { write: () => {} }, stderr: { write: (text: string) => err.push(text) } })
      return [code, err.join('')]
    }
    vi.stubEnv('EMEND_SERVE_AS_OWNER', '')
    expect(await run(urlOf(names.owner))).toEqual([2, expect.stringContaining('EMEND_SERVE_AS_OWNER=true')])
    await withClient(server.url, (admin) => admin.query(`create role deputy login password 'secret' in role "${names.owner}"`))
    expect(await run(urlOf('deputy'))).toEqual([2, expect.stringContaining('role deputy owns the tables')])
    expect((await run(urlOf(names.service)))[0]).toBe(0)
    vi.stubEnv('EMEND_SERVE_AS_OWNER', 'true')
    expect((await run(urlOf(names.owner)))[0]).toBe(0)
    const password = readFileSync(join(home, 'postgres', 'superuser-password'), 'utf8')
    await withClient(urlOf('postgres').replace('secret', password), (superuser) => superuser.query(`create role passes login bypassrls password 'secret' in role emend_service`))
    expect(await run(urlOf('postgres').replace('secret', password))).toEqual([2, expect.stringContaining('role postgres is a superuser')])
    expect(await run(urlOf('passes'))).toEqual([2, expect.stringContaining('bypasses row security')])
    // what is no server may be anybody but who passes row security
    vi.stubEnv('EMEND_SERVE_AS_OWNER', '')
    await (await openEmend({ databaseUrl: urlOf(names.owner), tenant: 'acme' })).close()
  })

  test('a server as the owner is refused like a worker, and as a login that owns nothing it records, keeps answers, tells events and numbers', async () => {
    vi.stubEnv('EMEND_SERVE_AS_OWNER', '')
    const err: string[] = []
    const streams = { stdout: { write: () => {} }, stderr: { write: (text: string) => err.push(text) } }
    expect([await runCli(['serve', '--port', '0', '--database-url', urlOf(names.owner)], streams), err.join('')]).toEqual([2, expect.stringContaining('owns the tables')])

    const store = await openStore({ databaseUrl: urlOf(names.service), serving: true })
    const tenant = await store.tenant('served')
    const { secret } = await store.keys.create({ tenant: 'served', role: 'admin' })
    const app = await buildServer({ store })
    await app.ready()
    const ask = (method: 'GET' | 'POST', url: string, payload?: object) => app.inject({
      method, url, headers: { authorization: `Bearer ${secret}`, 'idempotency-key': `of ${url}`.replaceAll(' ', '-') }, ...(payload ? { payload } : {}),
    })
    expect((await ask('POST', '/v1/memories', { id: 'm1', content: 'x' })).statusCode).toBe(201)
    expect((await ask('POST', '/v1/faults', { memoryId: 'm1' })).statusCode).toBe(201)
    const [fault] = await tenant.faults.list()
    const repair = await tenant.repairs.openFor(fault?.id ?? 0)
    await tenant.repairs.run(repair)
    expect((await ask('GET', `/v1/repairs/${repair}/events`)).body).toContain('event: repair:done')
    expect((await ask('GET', '/readyz')).json()).toEqual({ status: 'ready' })
    expect((await ask('GET', '/metrics')).body).toMatch(/^emend_database_up 1$/m)
    expect((await ask('GET', '/v1/audit/status')).json()).toMatchObject({ repairs: { done: 1 } })
    await app.close()
    await store.close()
  })

  test('a database login of a tenant may connect, and one without any role may not', async () => {
    await withClient(server.url, (admin) => admin.query(`create role auditor_of_acme login password 'secret' in role emend_auditor; create role stranger login password 'secret'`))
    const store = await openStore({ databaseUrl: urlOf(names.service) })
    await store.tenant('acme')
    await store.logins.add('acme', 'auditor_of_acme')
    await store.close()
    await withClient(urlOf('auditor_of_acme'), async (client) => {
      expect((await client.query<{ tenant: number }>(`select emend.use_tenant('acme') > 0 as is_mine`)).rows).toEqual([{ is_mine: true }])
    })
    await expect(withClient(urlOf('stranger'), (client) => client.query('select 1'))).rejects.toMatchObject({ code: '42501' })
  })

  test.each([{ owner: '' }, { owner: 'x'.repeat(64) }, { owner: 'a$$b' }, { service: 'a\nb' }, { owner: 'same', service: 'same' }, { service: 'emend_admin' }, { user: 'x' } as object])(
    'names like %j are refused', (given) => {
      expect(() => setupSql(given)).toThrow(expect.objectContaining({ code: 'bad_item' }) as Error)
    })

  test('emend setup sql prints it, with the names that were asked for', async () => {
    const out: string[] = []
    expect(await runCli(['setup', 'sql', '--owner', 'Ana', '--database', 'memory'], { stdout: { write: (text: string) => out.push(text) }, stderr: { write: () => {} } })).toBe(0)
    expect(out.join('')).toBe(setupSql({ owner: 'Ana', database: 'memory' }))
    expect(out.join('')).toContain('grant connect, create on database "memory" to "Ana";')
  })
})

describe('TLS', () => {
  const withMode = (query: string, host = 'localhost') => `${urlOf(names.service).replace('127.0.0.1', host)}?${query}`
  const isEncrypted = async (url: string) => {
    const store = await openStore({ databaseUrl: url })
    try {
      return await withClient(store.databaseUrl, async (client) => (await client.query<{ ssl: boolean }>('select ssl from pg_stat_ssl where pid = pg_backend_pid()')).rows[0]!.ssl)
    } finally {
      await store.close()
    }
  }
  const failure = async (url: string) => isEncrypted(url).then(() => 'none', (error: unknown) => (error as { code: string }).code)
  test.beforeEach(({ skip }) => {
    if (hasOpenssl) return
    console.error('\n*** SKIPPED: TLS is not tested, there is no openssl to make a certificate ***\n')
    skip('no openssl')
  })

  test('sslmode=require encrypts, whoever signed the certificate; with sslrootcert it must be that one', async () => {
    expect(await isEncrypted(withMode('sslmode=require'))).toBe(true)
    expect(await isEncrypted(withMode('sslmode=disable'))).toBe(false)
    expect(await isEncrypted(withMode(`sslmode=require&sslrootcert=${certificate}`))).toBe(true)
    expect(await isEncrypted(withMode(`sslmode=verify-ca&sslrootcert=${certificate}`, '127.0.0.1'))).toBe(true)
  })

  test('sslmode=verify-full wants a certificate that it can trace, for the host that it asked for', async () => {
    expect(await isEncrypted(withMode(`sslmode=verify-full&sslrootcert=${certificate}`))).toBe(true)
    expect(await failure(withMode('sslmode=verify-full'))).toBe('database_unreachable')
    expect(await failure(withMode(`sslmode=verify-full&sslrootcert=${certificate}`, '127.0.0.1'))).toBe('database_unreachable')
    const another = join(folder, 'another.crt')
    execFileSync('openssl', ['req', '-new', '-x509', '-nodes', '-subj', '/CN=localhost', '-out', another, '-keyout', join(folder, 'another.key')], { stdio: 'ignore' })
    expect(await failure(withMode(`sslmode=require&sslrootcert=${another}`))).toBe('database_unreachable')
  })

  test('a mode that promises nothing, and a file that is not there, are refused by name', async () => {
    for (const query of ['sslmode=prefer', 'sslmode=nonsense', 'sslmode=verify-ca', `sslmode=verify-full&sslrootcert=${folder}/nowhere.crt`]) {
      expect([query, await failure(withMode(query))]).toEqual([query, 'bad_config'])
    }
  })

  test('migrations and workers go the same way', async () => {
    const url = withMode(`sslmode=verify-full&sslrootcert=${certificate}`)
    expect((await migrateDatabase({ DATABASE_URL: url, EMEND_HOME: home })).applied).toEqual([])
    const emend = await openEmend({ databaseUrl: url, tenant: 'acme' })
    await emend.work({ once: true })
    await emend.close()
  })

  test('a server without TLS is refused where it is asked for', async () => {
    const url = new URL(inject('serverUrl'))
    const code = await failure(`${urlOn(url.pathname.slice(1))}?sslmode=require`)
    const offers = await withClient(url.href, async (client) => (await client.query<{ ssl: string }>('show ssl')).rows[0]!.ssl)
    // the server of the tests has no schema of emend
    expect(code).toBe(offers === 'on' ? 'needs_migration' : 'database_unreachable')
  })
})
